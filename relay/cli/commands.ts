/** The commands of the program, by name: each is loaded when it is called. */
import type { CommandName } from '#shared/commands';
import type { CliCommand } from '../command/index.ts';
import type { TAP_WORDS } from '../tap/stdio/index.ts';

type Loaders = {
  /** Of the words after `tap`, those that the tap itself leaves alone are commands. */
  readonly [name in CommandName | `tap ${(typeof TAP_WORDS)[number]}`]: () => Promise<CliCommand>;
};

const LOADERS: Loaders = {
  record: async () => (await import('../record/command.ts')).recordCommand,
  call: async () => (await import('../call/command.ts')).callCommand,
  redact: async () => (await import('../redact/command.ts')).redactCommand,
  show: async () => (await import('../show/command.ts')).showCommand,
  export: async () => (await import('../export/command.ts')).exportCommand,
  compare: async () => (await import('../compare/command.ts')).compareCommand,
  lint: async () => (await import('../lint/command.ts')).lintCommand,
  profile: async () => (await import('../profile/command.ts')).profileCommand,
  explain: async () => (await import('../explain/command.ts')).explainCommand,
  mock: async () => (await import('../mock/command.ts')).mockCommand,
  rerun: async () => (await import('../rerun/command.ts')).rerunCommand,
  tap: async () => (await import('../tap/http/index.ts')).tapCommand,
  'tap install': async () => (await import('../tap/install/index.ts')).tapInstallCommand,
  'tap uninstall': async () => (await import('../tap/install/index.ts')).tapUninstallCommand,
  'tap status': async () => (await import('../tap/install/index.ts')).tapStatusCommand,
  authorizations: async () => (await import('../authorizations/command.ts')).authorizationsCommand,
};

export interface ListedCommand {
  load(): Promise<CliCommand>;
}

export const COMMANDS: ReadonlyMap<string, ListedCommand> = new Map(
  Object.entries(LOADERS).map(([name, load]) => [name, { load }]),
);
