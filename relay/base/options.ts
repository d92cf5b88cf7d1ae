/** The options of a command as one table: what the parser takes, the help says and a request has, follows from it. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readFileSync } from 'node:fs';
import { errorText } from '#shared/base';

/**
 * The usage of each option, and its text in the help. `port N` takes a value, `tag TAG…` any number of them, `json` and `no-color`
 * are switches, and so is `http [PORT]`. Further lines of a text are indented. One without a text is named in that of another.
 */
export type OptionTable = { readonly [usage: string]: string };

type NameOf<Usage extends string> = Usage extends `${infer Name} ${string}` ? Name : Usage;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

type ValueOf<Usage> = Usage extends `${string} ${infer Value}`
  ? Value extends `[${string}`
    ? boolean
    : Value extends `${string}…`
      ? readonly string[]
      : string | undefined
  : boolean;

/** What a command line gave for the options of a table, by their names in camel case. */
export type Values<Table extends OptionTable> = {
  readonly [Usage in keyof Table & string as Camel<NameOf<Usage>>]: ValueOf<Usage>;
};

/** Letters for options that have one, whichever command they are of. */
const SHORT: { readonly [name: string]: string } = { help: 'h', quiet: 'q', yes: 'y' };

export function optionSpec(table: OptionTable): NonNullable<ParseArgsConfig['options']> {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const usage of Object.keys(table)) {
    const [name = '', value = '['] = usage.split(/ (.*)/s);
    const short = SHORT[name] === undefined ? {} : { short: SHORT[name] };
    if (value.startsWith('[')) options[name] = { type: 'boolean', default: false, ...short };
    else options[name] = value.endsWith('…') ? { type: 'string', multiple: true, default: [] } : { type: 'string' };
  }
  // `--color` is what is meant anyhow.
  for (const name of Object.keys(options)) if (name.startsWith('no-')) options[name.slice(3)] ??= { type: 'boolean' };
  return options;
}

/** Throws what `parseArgs` of Node throws. */
export function parseTable<const Table extends OptionTable>(
  table: Table,
  argv: readonly string[],
): { readonly values: Values<Table>; readonly positionals: readonly string[] } {
  const options = optionSpec(table);
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  const camel = (name: string): string => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const named = Object.entries(values).map(([name, value]) => [camel(name), value]);
  return { values: Object.fromEntries(named) as Values<Table>, positionals };
}

export const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What the options mean, for the help of a command whose texts begin at `column`. */
export function optionLines(table: OptionTable, column = 25): string {
  const listed = Object.entries(table).filter(([, text]) => text !== '');
  const lines = listed.flatMap(([usage, text]) => {
    const [first = '', ...more] = text.split('\n');
    const indent = Math.min(...more.map((line) => line.search(/\S/)));
    const label = `  --${usage.replace(/…$/, '')}`;
    return [`${label.padEnd(column)}${first}`, ...more.map((line) => `${' '.repeat(column)}${line.slice(indent)}`)];
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** The arguments before `--`, and the command after it when there is one. */
export function splitCommand(argv: readonly string[]): {
  readonly own: readonly string[];
  readonly command?: readonly string[];
} {
  const dashes = argv.indexOf('--');
  return dashes < 0 ? { own: argv } : { own: argv.slice(0, dashes), command: argv.slice(dashes + 1) };
}

/** A file that an option names can't be read, so there is no result, whatever the command is. The message names the file. */
export class UnreadableFile extends Error {}

export function optionFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UnreadableFile(`${path} can’t be read: ${errorText(error)}.`, { cause: error });
  }
}
