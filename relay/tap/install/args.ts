/** The command lines of `tap install`, `tap uninstall` and `tap status`: which servers of which hosts. */
import { HOST_IDS } from '#shared/client-config';
import { commandLine, type AskedOf } from '../../command/index.ts';

const SELECTION = {
  'host HOST…': `only this host; may be repeated. HOST is one of:
    ${HOST_IDS.join(', ').replace(/(.{1,92})(?:, |$)/g, '$1,\n    ')}`.replace(/,\s*$/, ''),
  'server NAME…': 'only servers with this name; may be repeated',
  'config FILE…': 'only this configuration file (JSON with or without comments, or TOML); may be repeated',
} as const;

const CHANGE = {
  ...SELECTION,
  yes: 'write without asking',
  json: 'print one JSON object to standard output; asks nothing, so it writes only with --yes',
  quiet: 'print only problems; needs --yes',
} as const;

const CHANGED = `Exit codes: 0 the changes were written, or there was nothing to change; 1 a server can’t be changed safely; 2 wrong usage;
3 something was not written: no consent, no terminal to ask in, no such server, or a file that can’t be written.
`;

interface Selected {
  readonly host: readonly string[];
  readonly server: readonly string[];
  readonly config: readonly string[];
}

/** Ids of hosts, names of servers, and files in place of those of hosts; all where none is named. Or what is wrong. */
function selection({ host: hosts, server: servers, config: configs }: Selected, [unexpected]: readonly string[]) {
  if (unexpected !== undefined) return `Unexpected argument '${unexpected}'`;
  const unknown = hosts.find((id) => !HOST_IDS.includes(id));
  if (unknown !== undefined) return `Unknown host “${unknown}”; use one of ${HOST_IDS.join(', ')}`;
  if (hosts.length > 0 && configs.length > 0) return 'Either --host or --config, not both';
  return { hosts, servers, configs };
}

const change = (name: 'tap install' | 'tap uninstall', about: string) =>
  commandLine({
    name,
    about,
    options: CHANGE,
    after: CHANGED,
    read: ({ values, positionals }) =>
      values.quiet && !values.yes
        ? '--quiet hides what would change, so it needs --yes'
        : selection(values, positionals),
  });

export const LINES = {
  install: change(
    'tap install',
    `Changes the configurations of MCP hosts so that each stdio server is started through mcp-lifeline tap, which records the traffic
between host and server. Shows the changes and asks first. Comments and formatting stay; a copy of each file is kept next to it.
HTTP servers are left unchanged. Restart the host afterwards.`,
  ),
  uninstall: change(
    'tap uninstall',
    `Removes the taps from the configurations of MCP hosts: each server is started as before, and other edits made since are kept.
Shows the changes and asks first. Restart the host afterwards.`,
  ),
  status: commandLine({
    name: 'tap status',
    about: `Lists the servers in the configurations of MCP hosts on this computer and which of them are tapped. Says when
recordings can’t be written, and what killed taps left that can’t be recorded. Changes no configuration.`,
    options: { ...SELECTION, json: 'print one JSON array to standard output', quiet: 'print only the list' },
    after: `Exit codes: 0 everything was read; 1 a tapped server can’t start, because Lifeline was moved or removed, or recordings
can’t be written; 2 wrong usage; 3 a file can’t be read.
`,
    read: ({ values, positionals }) => selection(values, positionals),
  }),
};

export type ChangeRequest = AskedOf<typeof LINES.install>;
export type StatusRequest = AskedOf<typeof LINES.status>;
