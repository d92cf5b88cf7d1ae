/** The command line of a tapped server: `PROGRAM… tap --name NAME -- COMMAND ARGS…`. */

/** How the tap of `name` begins, up to its command; `program` starts this program. */
export const tapWords = (program: readonly string[], name: string): string[] => [
  ...program,
  'tap',
  // A name that looks like an option is taken for one unless it is joined.
  ...(name.startsWith('-') ? [`--name=${name}`] : ['--name', name]),
  '--',
];

/** This program by its name or package, with or without a version, or the file of it that Node runs. */
const PROGRAM = /(?:^|[\\/])mcp-lifeline(?:@[^\\/]*)?(?:\.cmd|\.ps1|\.exe)?$|[\\/]relay[\\/]cli\.js$/i;

/** Where the command behind a tap begins in a command line; undefined when it has no tap, or nothing behind it. */
export function tappedAt(words: readonly string[]): number | undefined {
  const end = words.indexOf('--');
  if (end < 0 || words[end + 1] === undefined) return undefined;
  const tap = words.findIndex((word, index) => word === 'tap' && PROGRAM.test(words[index - 1] ?? ''));
  return tap > 0 && tap < end ? end + 1 : undefined;
}
