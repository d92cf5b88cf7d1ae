/** Servers from the configurations of hosts, as this page connects to them and keeps them. */
import { fillServer, type ListedServer, type OpenValue } from '#shared/client-config';
import type { ConnectSpec } from '#shared/relay-protocol';
import type { SavedServer } from '../../session/servers.svelte.ts';
import { savedSettings } from './saved-settings.ts';

export type GivenValues = { readonly [name: string]: string };

/** What is put in for an open value: what was typed; a field left empty is the default or nothing. */
function valueOf(given: GivenValues, { name }: OpenValue): string | undefined {
  const typed = Object.hasOwn(given, name) ? given[name] : undefined;
  return typed === '' ? undefined : typed;
}

/** A server of a configuration with its open values put in, and the names of those that lack one. */
export function serverOf(
  listed: ListedServer,
  given: GivenValues,
): { readonly server: SavedServer; readonly missing: readonly string[] } {
  const { spec, missing } = fillServer(listed, (value) => valueOf(given, value));
  return { server: { name: listed.name, spec, ...savedSettings(listed.settings) }, missing };
}

/** The name to keep a server under: its own, numbered where another has it; the same target is kept anew. */
export function freeName({ name, spec }: SavedServer, kept: readonly SavedServer[]): string {
  const place = placeOf(spec);
  for (let n = 1; ; n++) {
    const tried = n === 1 ? name : `${name} ${n}`;
    const there = kept.find((each) => each.name === tried);
    if (!there || placeOf(there.spec) === place) return tried;
  }
}

const placeOf = (spec: ConnectSpec): string =>
  spec.transport === 'stdio' ? JSON.stringify([spec.command, ...spec.args]) : spec.url;
