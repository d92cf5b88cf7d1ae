/** Which servers of which hosts: options that `tap install`, `tap uninstall` and `tap status` share. */
import { HOST_IDS } from '#shared/client-config';
import { COMMON_OPTIONS, parseOptions, wrongUse, type Parsed } from '../command/index.ts';

export interface TapSelection {
  readonly type: 'servers';
  /** Ids of hosts; all where none is named. */
  readonly hosts: readonly string[];
  /** Names of servers; all where none is named. */
  readonly servers: readonly string[];
  /** Files in place of those of hosts. */
  readonly configs: readonly string[];
  readonly yes: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

export const SELECTION_HELP = `  --host HOST            only this host; may be repeated. HOST is one of:
${lines(HOST_IDS)}
  --server NAME          only servers with this name; may be repeated
  --config FILE          only this configuration file (JSON with or without comments, or TOML); may be repeated
`;

/** Read the arguments after `tap install` and the like. Never throws. */
export function readSelection(command: string, argv: readonly string[], writes: boolean): Parsed<TapSelection> {
  const wrong = wrongUse(command);
  const many = { type: 'string', multiple: true, default: [] as string[] } as const;
  const parsed = parseOptions(command, {
    args: [...argv],
    options: {
      host: many,
      server: many,
      config: many,
      ...(writes ? { yes: { type: 'boolean', default: false, short: 'y' } } : {}),
      json: { type: 'boolean', default: false },
      ...COMMON_OPTIONS,
    },
  });
  if ('type' in parsed) return parsed;
  const { host: hosts, server: servers, config: configs, json, quiet } = parsed.values;
  const yes = 'yes' in parsed.values && parsed.values.yes === true;
  const unknown = hosts.find((id) => !HOST_IDS.includes(id));
  if (unknown !== undefined) return wrong(`Unknown host “${unknown}”; use one of ${HOST_IDS.join(', ')}`);
  if (hosts.length > 0 && configs.length > 0) return wrong('Either --host or --config, not both');
  if (writes && quiet && !yes) return wrong('--quiet hides what would change, so it needs --yes');
  return { type: 'servers', hosts, servers, configs, yes, json, quiet };
}

function lines(words: readonly string[]): string {
  const rows: string[] = [''];
  for (const word of words) {
    const row = rows.at(-1) ?? '';
    if (row.length + word.length > 90) rows.push(word);
    else rows[rows.length - 1] = row === '' ? word : `${row}, ${word}`;
  }
  return rows.map((row, index) => `                         ${row}${index < rows.length - 1 ? ',' : ''}`).join('\n');
}
