/** What a command of the program is: `mcp-lifeline record`, `mcp-lifeline compare`. Each lives in a folder of its own. */
import { defined } from '#shared/base';
import { seenJson } from '#shared/export';
import { visibleText } from '#shared/plain-text';
import { LANGUAGES, wordsIn, type Words } from '#shared/words';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { isDamaged, type FileDamage } from '../recording/index.ts';
import { ends } from './ends.ts';
import { EXIT } from './exit.ts';

/** A value as one line of JSON for a machine; what a terminal would obey or hide is escaped, which is the same JSON. */
export const jsonLine = (value: unknown): string => `${seenJson(JSON.stringify(value))}\n`;

/** Where a command's words go, and how it learns that it is to end; a test listens here. */
export interface CommandIo {
  /**
   * A line for a person: standard error, or among the results of a command that reports in words; kept back with `--quiet`, and
   * when a machine reads. Hidden and control characters are shown as marks here and in `warn`; a text from elsewhere that may
   * have line ends is made one line before (`visibleText`).
   */
  readonly say: (line: string) => void;
  /** Where a long command is: shown at a terminal alone, in place of what it showed before; an empty text takes that away. */
  readonly progress?: (line: string) => void;
  /** A line that a person has to see: standard error. */
  readonly warn: (line: string) => void;
  /** The result: standard output, exactly this text. */
  readonly print: (text: string) => void;
  /** Ends the command in order. */
  readonly signal: AbortSignal;
  readonly env: NodeJS.ProcessEnv;
  /** `--server NAME`: whose messages are wanted of another program's file that has those of several servers. */
  readonly server?: string;
  /** What of the recordings that were read is not whole. */
  readonly damaged?: FileDamage[];
  /** `--accept-damaged`: that does not fail the command. */
  readonly acceptsDamaged?: boolean;
  /** `--lang LANGUAGE`: the dictionary of what is written for people (default English). */
  readonly words?: Words;
}

export interface CliCommand {
  /** Carry it out with the arguments after its name. Gives the exit code; rejects only for a bug. */
  run(argv: readonly string[], io: CommandIo): Promise<number>;
}

/** Arguments that can't be carried out, and a sentence that says why. */
export interface Wrong {
  readonly type: 'wrong';
  readonly sentence: string;
}
interface Help {
  readonly type: 'help';
}
/** What the arguments of a command come to: something to do, a wish for its help, or what is wrong. */
export type Parsed<Request> = Request | Help | Wrong;

/** Says what is wrong with the arguments of a command, and where its help is. */
export function wrongUse(name: string): (text: string) => Wrong {
  return (text) => ({ type: 'wrong', sentence: `${text}. Try mcp-lifeline ${name} --help.` });
}

/**
 * Read the options of the command `name`, as `parseArgs` of Node does, with `--help` and what is wrong told apart. Every command
 * that reads its options with this declares `help` among them. Never throws.
 */
export function parseOptions<Config extends ParseArgsConfig>(
  name: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> | Help | Wrong {
  try {
    const parsed = parseArgs(config);
    return 'help' in parsed.values && parsed.values.help === true ? { type: 'help' } : parsed;
  } catch (error) {
    return wrongUse(name)(parseProblem(error));
  }
}

/** What `parseArgs` of Node complained of, in its first sentence: the others are advice to programmers. */
export function parseProblem(error: unknown): string {
  return error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
}

/** Options that every command has, for `parseArgs`. */
export const COMMON_OPTIONS = {
  quiet: { type: 'boolean', default: false, short: 'q' },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/** What a command was asked to do, as far as its manners depend on it. */
export interface CommandRequest {
  readonly type: string;
  /** Say no more than the result comes to, and what went wrong. */
  readonly quiet: boolean;
  /** The result is for a machine. */
  readonly json?: boolean;
}

export interface CommandParts<Request> {
  readonly help: string;
  /**
   * What its standard output is. `report`: words for a person, all on one stream in their order, unless `--json` asks for one
   * object. `data`: something that a program may read on, so that words go to standard error.
   */
  readonly output: 'report' | 'data';
  /** It opens files of other programs, so `--server NAME` is taken out of its arguments and told in its `CommandIo`. */
  readonly opensFiles?: true;
  /** Its exit code says whether recordings are as they should be: not so of one that is damaged, but with `--accept-damaged`. */
  readonly judges?: true;
  /** What it writes is there in every language, so `--lang LANGUAGE` is taken out of its arguments, too. */
  readonly translated?: true;
  /** Read the arguments after the command's name. Never throws. */
  read(argv: readonly string[], env: NodeJS.ProcessEnv): Parsed<Request>;
  /** Do what was asked for. Gives the exit code. */
  carryOut(request: Request, io: CommandIo): Promise<number>;
}

/** A command that prints its help and what is wrong with its arguments by itself, and says things where they belong. */
export function defineCommand<Request extends CommandRequest>({
  help,
  output,
  opensFiles,
  judges,
  translated,
  read,
  carryOut,
}: CommandParts<Request>): CliCommand {
  return {
    async run(argv, io) {
      const [words, acceptsDamaged] = judges ? takeFlag(ACCEPT_DAMAGED, argv) : [argv, true];
      const [others, server] = opensFiles ? takeOption('--server', words) : [words, undefined];
      const [rest, lang] = translated ? takeOption('--lang', others) : [others, undefined];
      const language = LANGUAGES.find((each) => each === lang);
      if (lang !== undefined && !language)
        return ends(io, EXIT.wrongUse, `--lang must be one of ${LANGUAGES.join(', ')}.`);
      if (server === '') return ends(io, EXIT.wrongUse, '--server needs a name.');
      const args = read(rest, io.env);
      if (isHelp(args)) {
        io.print(help);
        return EXIT.good;
      }
      if (isWrong(args)) return ends(io, EXIT.wrongUse, args.sentence);
      const own: CommandIo = {
        ...{ ...io, acceptsDamaged, damaged: [] },
        ...defined({ server }),
        ...(language ? { words: await wordsIn(language) } : {}),
      };
      return codeWhere(await carryOut(args, wellMannered(args, output, own)), own);
    },
  };
}

/** The exit code of a command that judges: there is no result for what recordings lack, unless that is accepted. */
export function codeWhere(code: number, { damaged = [], acceptsDamaged = true }: CommandIo): number {
  const isResult = code === EXIT.good || code === EXIT.bad;
  return isResult && !acceptsDamaged && damaged.some(isDamaged) ? EXIT.notRun : code;
}

/** `io` for a command whose words go where they belong. */
function wellMannered(
  { quiet, json = false }: CommandRequest,
  output: CommandParts<unknown>['output'],
  io: CommandIo,
): CommandIo {
  const { progress: _, ...silent } = { ...io, say: () => undefined };
  if (quiet) return silent;
  // A machine reads standard output alone; a person sees what happens on the way.
  if (json) return process.stderr.isTTY ? io : silent;
  if (output === 'data') return io;
  return { ...io, say: (line) => io.print(`${visibleText(line, { layout: 'block' })}\n`) };
}

function isHelp(args: { readonly type: string }): args is Help {
  return args.type === 'help';
}
function isWrong(args: { readonly type: string }): args is Wrong {
  return args.type === 'wrong';
}

const ACCEPT_DAMAGED = '--accept-damaged';
/** For the help of a command that judges, whose options are described from `column` on. */
export const acceptHelp = (column: number): string =>
  `  ${ACCEPT_DAMAGED.padEnd(column - 2)}do not exit with 3 because a recording is damaged or ends early\n`;

/** Take `name` out of what comes before `--`, and say whether it was there. */
function takeFlag(name: string, argv: readonly string[]): [rest: readonly string[], given: boolean] {
  const end = argv.indexOf('--');
  const rest = argv.filter((word, at) => word !== name || (end >= 0 && at > end));
  return [rest, rest.length < argv.length];
}

/** Take `NAME VALUE` or `NAME=VALUE` out of what comes before `--`; the value is empty when it is missing. */
function takeOption(name: string, argv: readonly string[]): [rest: readonly string[], value: string | undefined] {
  const end = argv.indexOf('--');
  const options = argv.slice(0, end < 0 ? argv.length : end);
  const at = options.findLastIndex((word) => word === name || word.startsWith(`${name}=`));
  const word = argv[at];
  if (word === undefined) return [argv, undefined];
  const isJoined = word !== name;
  const next = argv[at + 1];
  const value = isJoined ? word.slice(name.length + 1) : next === undefined || next.startsWith('--') ? '' : next;
  return [[...argv.slice(0, at), ...argv.slice(at + (isJoined || value === '' ? 1 : 2))], value];
}
