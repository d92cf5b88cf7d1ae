/** What to type next, as a shell takes it. */

const PLAIN = /^[\w@%+=:,./-]+$/;

/** One word of a command line, in quotes where a POSIX shell needs them. */
export const shellWord = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** The command again, with further options before what it was given; those that are there already are not given twice. */
export function commandAgain(name: string, options: readonly string[], argv: readonly string[]): string {
  const more = options.filter((option) => !argv.includes(option));
  return ['npx', 'mcp-lifeline', name, ...more, ...argv].map(shellWord).join(' ');
}
