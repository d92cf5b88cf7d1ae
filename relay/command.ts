/** What a command of the program is: `mcp-lifeline record`, `mcp-lifeline compare`. Each lives in a folder of its own. */
import { seenJson } from '#shared/export';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * Exit codes of the commands, for CI: as it should be (the same, an answer), not so (changed, an error), two ways not to get
 * there, and a recording that lacks something, whatever the rest came to.
 */
export const EXIT = { good: 0, bad: 1, wrongUse: 2, notRun: 3, notWhole: 4 } as const;

/** A value as one line of JSON for a machine; what a terminal would obey or hide is escaped, which is the same JSON. */
export const jsonLine = (value: unknown): string => `${seenJson(JSON.stringify(value))}\n`;

/** Where a command's words go, and how it learns that it is to end; a test listens here. */
export interface CommandIo {
  /**
   * A line of progress, for a person: standard error, kept back when a machine reads. Hidden and control characters are shown as
   * marks here and in `warn`; a text from elsewhere that may have line ends is made one line before (`visibleText`).
   */
  readonly say: (line: string) => void;
  /** A line that a person has to see: standard error. */
  readonly warn: (line: string) => void;
  /** The result: standard output, exactly this text. */
  readonly print: (text: string) => void;
  /** Ends the command in order. */
  readonly signal: AbortSignal;
  readonly env: NodeJS.ProcessEnv;
}

export interface CliCommand {
  /** How it is called, after the program's name: `record [options] (URL | -- COMMAND ARGS…)`. */
  readonly usage: string;
  /** What it does, in a few words for the program's help. */
  readonly summary: string;
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

export interface CommandParts<Request> extends Pick<CliCommand, 'usage' | 'summary'> {
  readonly help: string;
  /** Read the arguments after the command's name. Never throws. */
  read(argv: readonly string[], env: NodeJS.ProcessEnv): Parsed<Request>;
  /** Do what was asked for. Gives the exit code. */
  carryOut(request: Request, io: CommandIo): Promise<number>;
}

/** A command that prints its help and what is wrong with its arguments by itself. */
export function defineCommand<Request extends { readonly type: string }>({
  usage,
  summary,
  help,
  read,
  carryOut,
}: CommandParts<Request>): CliCommand {
  return {
    usage,
    summary,
    async run(argv, io) {
      const args = read(argv, io.env);
      if (isHelp(args)) {
        io.print(help);
        return EXIT.good;
      }
      if (isWrong(args)) {
        io.warn(args.sentence);
        return EXIT.wrongUse;
      }
      return carryOut(args, io);
    },
  };
}

function isHelp(args: { readonly type: string }): args is Help {
  return args.type === 'help';
}
function isWrong(args: { readonly type: string }): args is Wrong {
  return args.type === 'wrong';
}
