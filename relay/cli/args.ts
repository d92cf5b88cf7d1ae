/** The command line, read: what to do, or what is wrong with it. */
import { existsSync } from 'node:fs';
import { COMMANDS as WORDS } from '#shared/commands';
import { optionLines, parseTable, splitCommand } from '../base/index.ts';
import { parseProblem, readTarget, TARGET, type Target } from '../command/index.ts';
import { COMMANDS, type ListedCommand } from './commands.ts';

const DEFAULT_PORT = 6280;

const OPTIONS = {
  'port N': `listen on this port, or the next free one (default ${DEFAULT_PORT})`,
  'no-open': 'do not open the browser',
  localhost: `use http://localhost:PORT instead of a new NAME.localhost for each launch, for browsers that can't find that;
    what other programs left in the browser for this port may then see the page`,
  'revision VERSION': 'protocol version, or auto to detect what the server supports (default auto)',
  ...TARGET,
  // For people who work on the page: serve it from its sources.
  dev: '',
  version: 'print the version',
  help: 'print this text',
} as const;

const words = Object.entries(WORDS);

export const HELP = `Usage: mcp-lifeline [options] [-- COMMAND ARGS… | URL | FILE]
${words.map(([, { usage }]) => `       mcp-lifeline ${usage}\n`).join('')}
Starts the inspector for the Model Context Protocol and opens it in the browser.

  -- COMMAND ARGS…       connect to a server process over stdio
  URL                    connect to a Streamable HTTP server
  FILE                   open a recording, a HAR file, or a log with MCP messages; --server NAME selects the server if the
                         file contains messages of several

Commands; each has its own --help:
${words.map(([name, { en }]) => `  ${name.padEnd(22)} ${en}\n`).join('')}
Options:
${optionLines(OPTIONS)}`;

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

/** Read the arguments after the program's name. A word that is neither a command nor a file is one mistyped. Throws `UnreadableFile`. */
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
    parsed = parseTable(OPTIONS, own);
  } catch (error) {
    return wrong(parseProblem(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return { type: 'help' };
  if (values.version) return { type: 'version' };
  const { port: given = String(DEFAULT_PORT), noOpen, localhost, dev, revision = 'auto' } = values;
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65535) return wrong(`“${given}” is not a port`);
  const target = readTarget(positionals, command, values);
  if (typeof target === 'string') return wrong(target);
  return { type: 'start', port, open: !noOpen, localhost, dev, revision, ...(target ? { target } : {}) };
}

function wrong(text: string): Args {
  return { type: 'wrong', sentence: `${text}. Try mcp-lifeline --help.` };
}
