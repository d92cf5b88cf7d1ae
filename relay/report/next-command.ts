/** What to type next, as a shell takes it. */

const PLAIN = /^[\w@%+=:,./-]+$/;
/** Options whose values may be secret, and where the value begins. */
const SECRET = new Map([
  ['--header', /^([^:]*:\s*).+$/s],
  ['--env', /^([^=]*=).+$/s],
]);

/** Reports that a job needs, and a person who continues does not. */
const REPORTS: ReadonlySet<string> = new Set(['--junit', '--html', '--markdown']);

/** One word of a command line, in quotes where a POSIX shell needs them. */
export const shellWord = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/**
 * The command again, with further options before what it was given; those that are there already are not given twice. Values of
 * headers and variables are left out: what is printed is kept by others. So are files for reports, which are there already.
 */
export function commandAgain(name: string, options: readonly string[], argv: readonly string[]): string {
  const own = argv.slice(0, endOf(argv));
  const more = options.filter((option) => !own.includes(option));
  return ['npx', 'mcp-lifeline', name, ...more, ...withoutReports(withoutValues(argv))].map(shellWord).join(' ');
}

/** Where the options end, and the command of a server begins. */
function endOf(argv: readonly string[]): number {
  const at = argv.indexOf('--');
  return at < 0 ? argv.length : at;
}

function withoutReports(argv: readonly string[]): string[] {
  const end = endOf(argv);
  const isReport = (word: string | undefined): boolean => word !== undefined && REPORTS.has(word.split('=')[0] ?? '');
  return argv.filter((word, at) => {
    if (at >= end) return true;
    const before = argv[at - 1];
    return !isReport(word) && !(before !== undefined && REPORTS.has(before));
  });
}

function withoutValues(argv: readonly string[]): string[] {
  const end = endOf(argv);
  return argv.map((word, at) => {
    if (at >= end) return word;
    const before = SECRET.get(argv[at - 1] ?? '');
    if (before) return word.replace(before, '$1…');
    const equals = word.indexOf('=');
    const [option, value] = [word.slice(0, equals), word.slice(equals + 1)];
    const pattern = equals < 0 ? undefined : SECRET.get(option);
    return pattern ? `${option}=${value.replace(pattern, '$1…')}` : word;
  });
}
