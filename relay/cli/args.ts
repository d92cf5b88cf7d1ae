/** The command line, read: what to do, or what is wrong with it. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  CONFIG_OPTIONS,
  parseProblem,
  readTarget,
  splitCommand,
  type Target,
  TARGET_HELP,
  TARGET_OPTIONS,
} from '../command/index.ts';
import { COMMANDS, type ListedCommand } from './commands.ts';

const DEFAULT_PORT = 6280;

const usages = [...COMMANDS.values()].map(({ usage }) => `       mcp-lifeline ${usage}\n`).join('');
const summaries = [...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(22)} ${summary}\n`).join('');

export const HELP = `Usage: mcp-lifeline [options] [-- COMMAND ARGS… | URL | FILE]
${usages}
Starts the inspector for the Model Context Protocol and opens it in the browser.

  -- COMMAND ARGS…       connect to a server process over stdio
  URL                    connect to a Streamable HTTP server
  FILE                   open a recording, a HAR file, or a log with MCP messages; --server NAME selects the server if the
                         file contains messages of several

Commands; each has its own --help:
${summaries}
Options:
  --port N               listen on this port, or the next free one (default ${DEFAULT_PORT})
  --no-open              do not open the browser
  --localhost            use http://localhost:PORT instead of a new NAME.localhost for each launch, for browsers that can't find that;
                         what other programs left in the browser for this port may then see the page
  --revision VERSION     protocol version, or auto to detect what the server supports (default auto)
${TARGET_HELP}  --version              print the version
  --help                 print this text
`;

export type Args =
  | { readonly type: 'help' }
  | { readonly type: 'version' }
  | { readonly type: 'wrong'; readonly sentence: string }
  | { readonly type: 'command'; readonly command: ListedCommand; readonly argv: readonly string[] }
  | {
      readonly type: 'start';
      readonly port: number;
      readonly open: boolean;
      readonly localhost: boolean;
      readonly dev: boolean;
      readonly revision: string;
      readonly target?: Target;
    };

const OPTIONS = {
  port: { type: 'string' },
  open: { type: 'boolean', default: true },
  localhost: { type: 'boolean', default: false },
  revision: { type: 'string', default: 'auto' },
  ...TARGET_OPTIONS,
  ...CONFIG_OPTIONS,
  // For people who work on the page: serve it from its sources.
  dev: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/** Read the arguments after the program's name. A word that is neither a command nor a file is one mistyped. Never throws. */
export function readArgs(argv: readonly string[]): Args {
  for (const length of [2, 1]) {
    const command = COMMANDS.get(argv.slice(0, length).join(' '));
    if (command) return { type: 'command', command, argv: argv.slice(length) };
  }
  const [word = ''] = argv;
  if (/^[a-z][a-z-]*$/.test(word) && !existsSync(word))
    return wrong(`There is no command “${word}”, and no file of this name`);
  return readStartArgs(argv);
}

function readStartArgs(argv: readonly string[]): Args {
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
  const { open, localhost, dev, revision } = values;
  return { type: 'start', port, open, localhost, dev, revision, ...(target ? { target } : {}) };
}

function wrong(text: string): Args {
  return { type: 'wrong', sentence: `${text}. Try mcp-lifeline --help.` };
}
