import { COMMANDS } from '#shared/commands';

/** The folders of the commands that have one to themselves, which only the program and what the package exports import. */
export const COMMAND_FOLDERS = Object.keys(COMMANDS)
  .filter((name) => !name.startsWith('tap'))
  .map((name) => `relay/${name}`);

const SHARED_BY_COMMANDS = [
  ...['relay/access', 'relay/authorization', 'relay/base', 'relay/command', 'relay/connect', 'relay/findings'],
  ...['relay/headless', 'relay/http', 'relay/library', 'relay/masks', 'relay/otlp', 'relay/otlp-options'],
  ...['relay/recording', 'relay/report', 'relay/stdio'],
];

/** What each folder of relay/ may import of relay/, the lowest first; all of them may import shared/. */
export const RELAY: { readonly [folder: string]: readonly string[] } = {
  // Leaves: each does one thing and knows nothing of sessions.
  'relay/base': ['package.json'],
  'relay/http': ['relay/base'],
  'relay/stdio': ['relay/base'],
  'relay/recording': ['relay/base'],
  'relay/access': ['relay/base'],
  'relay/values': ['relay/access', 'relay/recording'],
  'relay/masks': ['relay/recording'],
  'relay/authorization': ['relay/access', 'relay/base', 'relay/http', 'relay/recording'],
  'relay/connect': ['relay/authorization', 'relay/base', 'relay/http', 'relay/stdio'],
  'relay/command': ['relay/base', 'relay/connect', 'relay/http', 'relay/recording', 'relay/stdio'],
  'relay/report': ['relay/base', 'relay/command', 'relay/recording'],
  'relay/otlp-options': ['relay/base'],
  'relay/otlp': ['relay/otlp-options'],
  'relay/findings': ['relay/base', 'relay/command', 'relay/recording', 'relay/report'],
  // Sessions of pages, and what serves them.
  'relay/library': ['relay/recording'],
  'relay/sessions': [
    'relay/authorization',
    'relay/base',
    'relay/connect',
    'relay/http',
    'relay/library',
    'relay/recording',
    'relay/stdio',
  ],
  'relay/socket': [
    'relay/access',
    'relay/base',
    'relay/http',
    'relay/library',
    'relay/masks',
    'relay/recording',
    'relay/sessions',
    'relay/stdio',
    'relay/tap/install',
    'relay/values',
  ],
  'relay/server': [
    'relay/access',
    'relay/base',
    'relay/recording',
    'relay/sessions',
    'relay/socket',
    'relay/stdio',
    'relay/values',
  ],
  // Sessions without a page.
  'relay/headless': [
    'relay/authorization',
    'relay/base',
    'relay/command',
    'relay/connect',
    'relay/http',
    'relay/recording',
    'relay/report',
  ],
  // A folder for each command; they do not know each other.
  ...Object.fromEntries(COMMAND_FOLDERS.map((folder) => [folder, SHARED_BY_COMMANDS])),
  // The tap: what judges messages, what passes them over stdio and over HTTP, and what puts it into the configurations of hosts.
  'relay/tap': [],
  'relay/tap/judge': [],
  'relay/tap/stdio': ['relay/base', 'relay/otlp-options', 'relay/recording', 'relay/stdio', 'relay/tap/judge'],
  'relay/tap/http': [
    'relay/base',
    'relay/command',
    'relay/http',
    'relay/otlp-options',
    'relay/recording',
    'relay/tap/judge',
    'relay/tap/stdio',
  ],
  'relay/tap/install': ['relay/base', 'relay/command', 'relay/recording', 'relay/tap/stdio'],
  // Entry points: the program, and what the package exports.
  'relay/cli': [
    ...COMMAND_FOLDERS,
    'relay/base',
    'relay/command',
    'relay/recording',
    'relay/server',
    'relay/tap/http',
    'relay/tap/install',
    'relay/tap/stdio',
  ],
  'relay/api': [
    'relay/command',
    'relay/headless',
    'relay/masks',
    'relay/mock',
    'relay/record',
    'relay/recording',
    'relay/report',
    'relay/rerun',
  ],
  // Builds and starts the program.
  'relay/boot': [],
};
