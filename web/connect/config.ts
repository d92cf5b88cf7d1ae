/** Servers from the configuration files of other programs, with comments and trailing commas as those programs allow. */
import { parse, type ParseError } from 'jsonc-parser';
import { DEFAULT_POLICY } from '#shared/driver';
import { serverListOf } from '#shared/relay-protocol';
import type { SavedServer } from '../state/settings.svelte.ts';

export interface ParsedConfig {
  readonly servers: readonly SavedServer[];
  /** Names of entries that say neither a command nor an address. */
  readonly unusable: readonly string[];
}

/** Read a configuration. Undefined when the text is not one: not JSON, or without any server list. */
export function parseConfig(text: string): ParsedConfig | undefined {
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  const list = errors.length > 0 ? undefined : serverListOf(root);
  if (!list) return undefined;
  const servers = list.servers.map((server): SavedServer => ({ ...server, route: 'relay', policy: DEFAULT_POLICY }));
  return { servers, unusable: list.unusable };
}
