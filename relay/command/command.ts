/** The definition of a command, such as `mcp-lifeline record`; each command has its own folder. */
import { type CommandName, COMMANDS } from '#shared/commands';
import { seenJson } from '#shared/export';
import { visibleText } from '#shared/plain-text';
import { LANGUAGES, type Words, wordsIn } from '#shared/words';
import { type FileDamage, isDamaged, isStandardOutput } from '../recording/index.ts';
import { optionLines, type OptionTable, parseTable, splitCommand, UnreadableFile, type Values } from '../base/index.ts';
import { errorText } from '#shared/base';

/** One line of JSON; what a terminal would obey or hide is escaped, which is the same JSON. */
export const jsonLine = (value: unknown): string => `${seenJson(JSON.stringify(value))}\n`;

/** Characters that are put together before they are printed. */
const PIECE_CHARS = 64 * 1024;

/** The same line in pieces; the items of a list that is a member of `value` are asked for one after the other. */
export function* jsonPieces(value: { readonly [name: string]: unknown }): Generator<string> {
  let text = '';
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    text += `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (typeof member !== 'object' || member === null || !(Symbol.iterator in member)) text += JSON.stringify(member);
    else {
      let between = '[';
      for (const item of member as Iterable<unknown>) {
        text += `${between}${JSON.stringify(item)}`;
        between = ',';
        if (text.length < PIECE_CHARS) continue;
        yield seenJson(text);
        text = '';
      }
      text += between === '[' ? '[]' : ']';
    }
  }
  yield `${seenJson(text)}${before === '{' ? '{' : ''}}\n`;
}

/** Where a command writes, and how it learns that it is to end; a test listens here. */
export interface CommandIo {
  /**
   * A line for a person: standard error, or among the results of a command that reports in words; kept back with `--quiet`, and
   * when a machine reads. Hidden and control characters are shown as marks here and in `warn`; a text from elsewhere that may
   * have line ends is made one line before (`visibleText`).
   */
  readonly say: (line: string) => void;
  /** Progress of a long command: shown at a terminal alone, replacing the last; an empty text removes it. */
  readonly progress?: (line: string) => void;
  /** A line that a person must see: standard error. */
  readonly warn: (line: string) => void;
  readonly print: (text: string) => void;
  /** Ends the command in order. */
  readonly signal: AbortSignal;
  readonly env: NodeJS.ProcessEnv;
  /** `--server NAME`: the server whose messages are wanted, of another program's file that has several. */
  readonly server?: string;
  /** Receives what is missing or damaged in each recording that was read. */
  readonly damaged?: FileDamage[];
  /** `--accept-damaged`: that does not fail the command. */
  readonly acceptsDamaged?: boolean;
  /** `--lang LANGUAGE`: the dictionary of what is written for people (default English). */
  readonly words?: Words;
}

interface Wrong {
  readonly type: 'wrong';
  readonly sentence: string;
}
/** Something to do, a request for help, or what is wrong. */
type Parsed<Request> = (Request & { readonly type: 'asked' }) | { readonly type: 'help' } | Wrong;

/** The first sentence of what `parseArgs` complained of: the others are advice to programmers. */
export function parseProblem(error: unknown): string {
  return error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
}

export const ACCEPT_DAMAGED = {
  'accept-damaged': 'do not exit with 3 because a recording is damaged or ends early',
} as const;
export const NO_REDACT = {
  'no-redact': 'keep secrets in the output (by default they are replaced by placeholders)',
} as const;
export const NO_COLOR = {
  'no-color': 'no colours (also if NO_COLOR is set, or the output is not a terminal)',
} as const;
export const SERVER_OF = {
  'server NAME': 'select the server, if a log of another tool contains messages of several',
} as const;

/** How standard output is drawn to: 100 columns without colours, unless it is a terminal. */
export function terminalOf(
  env: NodeJS.ProcessEnv,
  isColorWanted: boolean,
): { readonly columns: number; readonly color: boolean } {
  const { isTTY, columns } = process.stdout;
  return isTTY ? { columns, color: isColorWanted && (env['NO_COLOR'] ?? '') === '' } : { columns: 100, color: false };
}

const COMMON = { quiet: '', help: 'print this text' } as const;

type CommonValues = Values<typeof COMMON> & {
  readonly json?: boolean;
  readonly acceptDamaged?: boolean;
  readonly lang?: string;
  readonly server?: string | readonly string[];
};

interface Given<Options extends OptionTable> {
  readonly values: Values<Options> & Values<typeof COMMON>;
  readonly positionals: readonly string[];
  /** What follows `--`, where a command takes that. */
  readonly command: readonly string[] | undefined;
  readonly env: NodeJS.ProcessEnv;
}

interface LineParts<Options extends OptionTable, More extends OptionTable, Read extends object> {
  readonly name: CommandName;
  /** Its usages, where its help shows more than the list of commands. */
  readonly usages?: readonly string[];
  readonly about: string;
  readonly after: string;
  /**
   * `json`, `lang`, `server` and `accept-damaged` mean the same in every command: the result is for a machine; the dictionary of
   * what is written for people; whose messages of another program's file; and, where the exit code says whether recordings are as
   * they should be, that it is not to fail because one is damaged.
   */
  readonly options: Options;
  /** Options that `after` explains. */
  readonly more?: More;
  /** Where the texts of its options begin (default 25). */
  readonly column?: number;
  readonly takesCommand?: true;
  /** Checks values and positionals; gives what is not taken as it is, or what is wrong. Throws only `UnreadableFile`. */
  read(given: Given<Options & More>): Read | string;
}

type Request<Options extends OptionTable, Read> = Omit<Values<Options> & Values<typeof COMMON>, keyof Read> &
  Read & {
    /** As typed, to say what to type next. */
    readonly argv: readonly string[];
  };

export interface CommandLine<Asked> {
  readonly help: string;
  /** Read the arguments after the command's name. Throws nothing but `UnreadableFile`. */
  read(argv: readonly string[], env?: NodeJS.ProcessEnv): Parsed<Asked>;
}

/** The path of a command that takes one file, or what is wrong with the arguments. */
export function oneFile([file, second]: readonly string[]): { readonly file: string } | { readonly problem: string } {
  if (file === undefined) return { problem: 'Name a file' };
  return second === undefined ? { file } : { problem: 'One file at a time' };
}

export type AskedOf<Line> = Line extends CommandLine<infer Asked> ? Asked : never;

export function commandLine<
  const Options extends OptionTable,
  const More extends OptionTable = Readonly<Record<never, string>>,
  Read extends object = object,
>({
  name,
  usages = [COMMANDS[name].usage],
  about,
  after,
  options,
  more,
  column,
  takesCommand,
  read,
}: LineParts<Options, More, Read>): CommandLine<Request<Options & More, Read>> {
  const wrong = (text: string): Wrong => ({ type: 'wrong', sentence: `${text}. Try mcp-lifeline ${name} --help.` });
  const table: OptionTable = { ...options, quiet: options['quiet'] ?? COMMON.quiet, help: COMMON.help };
  const usage = usages.map((each, index) => `${index === 0 ? 'Usage:' : '      '} mcp-lifeline ${each}\n`).join('');
  return {
    help: `${usage}\n${about}\n\nOptions:\n${optionLines(table, column)}\n${after}`,
    read(argv, env = process.env) {
      const { own, command } = takesCommand ? splitCommand(argv) : { own: argv };
      let parsed;
      try {
        parsed = parseTable<OptionTable>({ ...table, ...more }, own);
      } catch (error) {
        return wrong(parseProblem(error));
      }
      const { positionals } = parsed;
      const values = parsed.values as CommonValues & Values<Options & More>;
      const { help, lang, server } = values;
      if (help) return { type: 'help' };
      if (lang !== undefined && !LANGUAGES.some((each) => each === lang))
        return wrong(`--lang must be one of ${LANGUAGES.join(', ')}`);
      if (server === '') return wrong('--server needs a name');
      const asked = read({ values, positionals, command, env });
      return typeof asked === 'string' ? wrong(asked) : { ...values, ...asked, argv, type: 'asked' };
    },
  };
}

export interface CliCommand {
  /** Gives the exit code; rejects only for a bug. */
  run(argv: readonly string[], io: CommandIo): Promise<number>;
}

/**
 * A command that prints its help and what is wrong with its arguments by itself, and says things where they belong. `output` is what
 * its standard output is. `report`: words for a person, all on one stream in their order, unless `--json` asks for one object.
 * `data`: something that a program may read on, so that words go to standard error. `carryOut` gives the exit code.
 */
export function defineCommand<Asked extends CommonValues>(
  line: CommandLine<Asked>,
  output: 'report' | 'data',
  carryOut: (request: Asked, io: CommandIo) => Promise<number>,
): CliCommand & CommandLine<Asked> {
  return {
    ...line,
    async run(argv, io) {
      return whereRead(io, async () => {
        const asked = line.read(argv, io.env);
        if (asked.type === 'help') {
          io.print(line.help);
          return EXIT.good;
        }
        if (asked.type === 'wrong') return ends(io, EXIT.wrongUse, asked.sentence);
        const { server, lang, acceptDamaged = true } = asked;
        const language = LANGUAGES.find((each) => each === lang);
        const own: CommandIo = {
          ...{ ...io, acceptsDamaged: acceptDamaged, damaged: [] },
          ...(typeof server === 'string' ? { server } : {}),
          ...(language ? { words: await wordsIn(language) } : {}),
        };
        return codeWhere(await carryOut(asked, wellMannered(asked, output, own)), own);
      });
    },
  };
}

/** One exit code for every option whose file can't be read. */
export async function whereRead(io: Pick<CommandIo, 'warn'>, carryOut: () => Promise<number>): Promise<number> {
  try {
    return await carryOut();
  } catch (error) {
    if (error instanceof UnreadableFile) return ends(io, EXIT.notRun, error.message);
    throw error;
  }
}

/** The exit code of a command that judges: with damaged recordings there is no result, unless that is accepted. */
export function codeWhere(code: number, { damaged = [], acceptsDamaged = true }: CommandIo): number {
  const isResult = code === EXIT.good || code === EXIT.bad;
  return isResult && !acceptsDamaged && damaged.some(isDamaged) ? EXIT.notRun : code;
}

function wellMannered({ quiet, json = false }: CommonValues, output: 'report' | 'data', io: CommandIo): CommandIo {
  const { progress: _, ...silent } = { ...io, say: () => undefined };
  if (quiet) return silent;
  // A machine reads standard output alone; a person sees what happens on the way.
  if (json) return process.stderr.isTTY ? io : silent;
  if (output === 'data') return io;
  return { ...io, say: (line) => io.print(`${visibleText(line, { layout: 'block' })}\n`) };
}

/** The same, but printing to standard error when the command's `out` (a path as typed) is standard output; `--quiet` still holds. */
export function ioBeside(
  { out, quiet, json = false }: { readonly out?: string; readonly quiet: boolean; readonly json?: boolean },
  io: CommandIo,
): CommandIo {
  if (!isStandardOutput(out)) return io;
  return { ...io, print: (text) => io.warn(text.replace(/\n$/, '')), ...(quiet || json ? {} : { say: io.warn }) };
}

/**
 * Exit codes of the program, for CI. One rule for all commands:
 *
 * - `good`: it was done, and the result is as it should be: the same, an answer, a report.
 * - `bad`: it was done, and the result is not as it should be: something changed, failed, or was answered with an error.
 * - `wrongUse`: the arguments can't be carried out, whatever the server or the recording is; nothing was sent.
 * - `notRun`: there is no result: a file that can't be read or written, no session, no consent.
 * - `notWhole`: the recording that was made lacks something, whatever the result is.
 *
 * A signal ends the program with 128 and its number; `mock` over stdio ends as the recorded process did.
 */
export const EXIT = { good: 0, bad: 1, wrongUse: 2, notRun: 3, notWhole: 4 } as const;

/** Warns with a sentence that says why. Gives the exit code that it got. */
export function ends({ warn }: { readonly warn: (line: string) => void }, code: number, sentence: string): number {
  warn(sentence);
  return code;
}

/** Runs `write`. Undefined when that worked; else a sentence that names the file and says why. */
export function written(path: string, write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return `${path} can’t be written: ${errorText(error)}.`;
  }
}
