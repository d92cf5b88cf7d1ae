/** The commands of the program, by name: each is loaded when it is called. */
import type { CliCommand } from '../command/index.ts';
import type { TAP_WORDS } from '../tap/index.ts';

export interface ListedCommand {
  /** How it is called, after the program's name: `record [options] (URL | -- COMMAND ARGS…)`. */
  readonly usage: string;
  /** What it does, in a few words for the program's help. */
  readonly summary: string;
  load(): Promise<CliCommand>;
}

/** One for each word that the tap itself leaves alone. */
const TAP_COMMANDS: { readonly [name in `tap ${(typeof TAP_WORDS)[number]}`]: ListedCommand } = {
  'tap install': {
    usage: 'tap install [options]',
    summary: 'tap the servers in the configurations of hosts',
    load: async () => (await import('../tap-install/index.ts')).tapInstallCommand,
  },
  'tap uninstall': {
    usage: 'tap uninstall [options]',
    summary: 'remove the taps from the configurations',
    load: async () => (await import('../tap-install/index.ts')).tapUninstallCommand,
  },
  'tap status': {
    usage: 'tap status [options]',
    summary: 'list the servers of hosts and which of them are tapped',
    load: async () => (await import('../tap-install/index.ts')).tapStatusCommand,
  },
};

export const COMMANDS: ReadonlyMap<string, ListedCommand> = new Map(
  Object.entries({
    record: {
      usage: 'record [options] (URL | -- COMMAND ARGS…)',
      summary: 'record a session without a browser',
      load: async () => (await import('../record/index.ts')).recordCommand,
    },
    call: {
      usage: 'call METHOD [options] (URL | -- COMMAND ARGS…)',
      summary: 'send one request and print its result',
      load: async () => (await import('../call/index.ts')).callCommand,
    },
    redact: {
      usage: 'redact [options] FILE',
      summary: 'copy a recording without its secrets',
      load: async () => (await import('../redact/index.ts')).redactCommand,
    },
    show: {
      usage: 'show [options] FILE',
      summary: 'draw a recording in the terminal',
      load: async () => (await import('../show/index.ts')).showCommand,
    },
    export: {
      usage: 'export FILE (--to FORMAT | --snippet FORMAT --at EVENT) [options]',
      summary: 'export a recording: page, report, diagram, HAR',
      load: async () => (await import('../export/index.ts')).exportCommand,
    },
    compare: {
      usage: 'compare [options] BEFORE AFTER',
      summary: 'compare two recordings, operation by operation',
      load: async () => (await import('../compare/index.ts')).compareCommand,
    },
    lint: {
      usage: 'lint [options] FILE…',
      summary: 'check recordings against the rules of the specification',
      load: async () => (await import('../lint/index.ts')).lintCommand,
    },
    profile: {
      usage: 'profile [options] FILE…',
      summary: 'print a table of what the clients in recordings do',
      load: async () => (await import('../profile/index.ts')).profileCommand,
    },
    explain: {
      usage: 'explain [options] [RULE]',
      summary: 'explain a lint rule: why it matters, how to fix it, an example',
      load: async () => (await import('../explain/index.ts')).explainCommand,
    },
    mock: {
      usage: 'mock [options] FILE',
      summary: 'serve the recorded responses to a client',
      load: async () => (await import('../mock/index.ts')).mockCommand,
    },
    rerun: {
      usage: 'rerun [options] FILE (URL | -- COMMAND ARGS… | --config FILE | --same)',
      summary: 'send the requests of a recording to a live server, and compare',
      load: async () => (await import('../rerun/index.ts')).rerunCommand,
    },
    tap: {
      usage: 'tap [options] (--listen PORT --to URL | -- COMMAND ARGS…)',
      summary: 'record the traffic between a host and its server',
      load: async () => (await import('../tap-http/index.ts')).tapCommand,
    },
    ...TAP_COMMANDS,
    authorizations: {
      usage: 'authorizations [options]',
      summary: 'list and revoke kept authorizations',
      load: async () => (await import('../authorizations/index.ts')).authorizationsCommand,
    },
  }),
);
