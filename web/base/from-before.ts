/** What earlier versions kept in this browser's storage, as it is kept now. */
import { isObject, parsedJson, type JsonObject } from '#shared/jsonrpc';
import type { ConnectSpec, ValueChanges } from '#shared/relay-protocol';
import { STATE } from './kept-state.ts';
import { namesOnly, valuesOf } from './secret-values.ts';
import { values } from './values.svelte.ts';

const KEYS = ['settings', 'sent', 'messages', 'scripts', 'retention', 'swept'].map((name) => `lifeline-${name}`);

/** Keep what is there where things are kept now, unless something newer is kept under its name, and take it out of the storage. */
export async function takeOver(): Promise<void> {
  try {
    const before = fromBefore((key) => parsedJson(localStorage.getItem(key) ?? ''));
    const missing = Object.entries(before).filter(([name]) => values.get(name) === undefined);
    if (missing.length > 0) await values.put(Object.fromEntries(missing), true);
    for (const key of KEYS) localStorage.removeItem(key);
  } catch {
    // A storage that is closed to this page has nothing.
  }
}

function fromBefore(read: (key: string) => unknown): ValueChanges {
  const { servers, mutedRules, ...look } = objectOr(read('lifeline-settings'));
  const listOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
  const named = (key: string, kind: string): [string, unknown][] =>
    listOf(read(key)).map(({ name, ...text }) => [`${kind} ${String(name)}`, text]);
  const stored = listOf(servers) as unknown as readonly { readonly name: string; readonly spec: ConnectSpec }[];
  const sent: readonly unknown[] = ((all) => (Array.isArray(all) ? all : []))(read('lifeline-sent'));
  const state: readonly (readonly [string, unknown])[] = [
    ...Object.entries(look),
    ...Object.entries(objectOr(mutedRules)).map(([server, rules]) => [`muted ${server}`, rules] as const),
    // The first was used last.
    ...stored.map(({ name, spec, ...server }, at) => {
      const withheld = valuesOf(spec) === undefined ? {} : { withheld: true };
      return [`server ${name}`, { ...server, ...withheld, spec: namesOnly(spec), used: -at }] as const;
    }),
    ...sent.map(
      (each, at) =>
        [
          `sent ${String(sent.length - at).padStart(15, '0')}`,
          typeof each === 'string' ? { text: each } : each,
        ] as const,
    ),
    ...named('lifeline-messages', 'message'),
    ...named('lifeline-scripts', 'script'),
    ['retention', read('lifeline-retention')],
  ];
  const secrets = stored.flatMap(({ name, spec }) => {
    const given = valuesOf(spec);
    return given === undefined ? [] : [[`server ${name}`, given] as const];
  });
  const kept = state.filter(([, value]) => value !== undefined);
  return Object.fromEntries([
    ...kept.map(([name, value]) => [STATE + name, JSON.stringify(value)] as const),
    ...secrets,
  ]);
}

const objectOr = (value: unknown): JsonObject => (isObject(value) ? value : {});
