/** References of a JSON Schema into itself (JSON Schema Core 2020-12, sections 8.2 and 9.2). */
import { isObject, unescapeName } from '#shared/jsonrpc';

/** Of a schema, searched for names (`$anchor`, `$id`). */
const MAX_VALUE_COUNT = 10_000;

/** What a `$ref` names in the schema that it was made for; undefined for what is not in it. Never throws. */
export type References = (reference: string) => unknown;

/**
 * The references of one whole schema: `#/$defs/x` (a JSON Pointer as URI fragment), `#name` (`$anchor`), and either behind the
 * `$id` of the whole or of a part. Nothing is fetched. Names are looked for once, when the first is asked for.
 */
export function referencesIn(root: unknown): References {
  let names: ReadonlyMap<string, unknown> | undefined;
  const named = (name: string): unknown => (names ??= namesIn(root)).get(name);
  return (reference) => {
    const [base = '', ...rest] = reference.split('#');
    const fragment = rest.join('#');
    const resource = base === '' ? root : named(base);
    if (fragment === '') return resource;
    return fragment.startsWith('/') ? pointed(resource, fragment) : named(`${base}#${fragment}`);
  };
}

/** Follow the pointer of a fragment, whose names are escaped twice: `%25` and `~1`. */
function pointed(root: unknown, fragment: string): unknown {
  let at = root;
  for (const token of fragment.split('/').slice(1)) {
    let name: string;
    try {
      name = unescapeName(decodeURIComponent(token));
    } catch {
      return undefined;
    }
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as { readonly [name: string]: unknown })[name];
  }
  return at;
}

/** The parts that have names: by `$id`, and by `#anchor` alone and behind the nearest `$id`. */
function namesIn(root: unknown): ReadonlyMap<string, unknown> {
  const names = new Map<string, unknown>();
  const name = (key: string, part: unknown): void => void (names.has(key) || names.set(key, part));
  const waiting: [part: unknown, base: string][] = [[root, '']];
  for (let at = 0; at < waiting.length && at < MAX_VALUE_COUNT; at++) {
    const [part, outer] = waiting[at] ?? [];
    if (typeof part !== 'object' || part === null) continue;
    const { $id, $anchor } = isObject(part) ? part : {};
    const base = typeof $id === 'string' ? $id.replace(/#$/, '') : (outer ?? '');
    if (base !== outer) name(base, part);
    if (typeof $anchor === 'string') {
      name(`#${$anchor}`, part);
      name(`${base}#${$anchor}`, part);
    }
    // Not one call with all of them: a hostile schema holds more than a call takes.
    for (const each of Object.values(part)) waiting.push([each, base]);
  }
  return names;
}
