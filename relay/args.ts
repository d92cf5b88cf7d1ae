/** The command line, read: what to do, or what is wrong with it. */
import { parseArgs } from 'node:util';
import { readRecordArgs, type RecordArgs } from './record/args.ts';
import { parseProblem, readTarget, splitCommand, TARGET_OPTIONS, type Target } from './target.ts';

export const DEFAULT_PORT = 6280;

export const HELP = `Usage: mcp-lifeline [options] [-- COMMAND ARGS… | URL | FILE]
       mcp-lifeline record [options] (URL | -- COMMAND ARGS…)

Starts the inspector for the Model Context Protocol and opens it in the browser.

  -- COMMAND ARGS…       connect at once to a server process over stdio
  URL                    connect at once to a Streamable HTTP server
  FILE                   open a recording
  record                 record a session without a browser (see mcp-lifeline record --help)

Options:
  --port N               listen on this port, or the next free one (default ${DEFAULT_PORT})
  --no-open              do not open the browser
  --revision R           protocol revision, or auto to find out what the server speaks (default auto)
  --header 'Name: value' send this header to the URL; may be repeated
  --env NAME=VALUE       set a variable for the command; may be repeated
  --cwd DIR              folder to start the command in
  --version              print the version
  --help                 print this text
`;

export type Args =
  | { readonly type: 'help' }
  | { readonly type: 'version' }
  | { readonly type: 'wrong'; readonly sentence: string }
  | RecordArgs
  | {
      readonly type: 'start';
      readonly port: number;
      readonly open: boolean;
      readonly dev: boolean;
      readonly revision: string;
      readonly target?: Target;
    };

const OPTIONS = {
  port: { type: 'string' },
  open: { type: 'boolean', default: true },
  revision: { type: 'string', default: 'auto' },
  ...TARGET_OPTIONS,
  // For people who work on the page: serve it from its sources.
  dev: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/** Read the arguments after the program's name. Never throws. */
export function readArgs(argv: readonly string[]): Args {
  if (argv[0] === 'record') return readRecordArgs(argv.slice(1));
  const { own, command } = splitCommand(argv);
  let parsed;
  try {
    parsed = parseArgs({ args: own, options: OPTIONS, allowPositionals: true, allowNegative: true });
  } catch (error) {
    return wrong(parseProblem(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return { type: 'help' };
  if (values.version) return { type: 'version' };
  const port = values.port === undefined ? DEFAULT_PORT : Number(values.port);
  if (!/^\d+$/.test(values.port ?? '0') || port > 65535) return wrong(`“${values.port}” is not a port`);
  const target = readTarget(positionals, command, values);
  if (typeof target === 'string') return wrong(target);
  const { open, dev, revision } = values;
  return { type: 'start', port, open, dev, revision, ...(target ? { target } : {}) };
}

function wrong(text: string): Args {
  return { type: 'wrong', sentence: `${text}. Try mcp-lifeline --help.` };
}
