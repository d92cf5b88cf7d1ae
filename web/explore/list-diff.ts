/** What differs between two readings of a server's list: items that came and went, and what changed in those that stayed. */
import { isObject } from '#shared/jsonrpc';
import { jsonText } from '../base/json-text.ts';

export interface ValueChange {
  /** Members and indices from the item to the value. */
  readonly path: string;
  /** JSON texts; undefined where there was, or is, no such value. */
  readonly before?: string;
  readonly after?: string;
}
export interface ListDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly name: string; readonly changes: readonly ValueChange[] }[];
  readonly reordered: boolean;
}

const MAX_CHANGE_COUNT = 50;
const MAX_DEPTH = 24;

/** Compare two readings of a list whose items are told apart by `member` (`name`, `uri`, `uriTemplate`). Never throws. */
export function listDiff(before: readonly unknown[], after: readonly unknown[], member: string): ListDiff {
  const [old, now] = [byName(before, member), byName(after, member)];
  const stayed = [...now].filter(([name]) => old.has(name));
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: stayed.flatMap(([name, item]) => {
      const changes: ValueChange[] = [];
      compare(old.get(name), item, '', changes, 0);
      return changes.length > 0 ? [{ name, changes }] : [];
    }),
    reordered: stayed.map(([name]) => name).join('\n') !== [...old.keys()].filter((name) => now.has(name)).join('\n'),
  };
}

export function isSame({ added, removed, changed, reordered }: ListDiff): boolean {
  return added.length + removed.length + changed.length === 0 && !reordered;
}

function byName(items: readonly unknown[], member: string): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const item of items) {
    const name = isObject(item) && typeof item[member] === 'string' ? item[member] : (jsonText(item) ?? '…');
    let key = name;
    for (let times = 2; found.has(key); times++) key = `${name} #${times}`;
    found.set(key, item);
  }
  return found;
}

function compare(before: unknown, after: unknown, path: string, changes: ValueChange[], depth: number): void {
  if (changes.length >= MAX_CHANGE_COUNT || before === after) return;
  if (depth < MAX_DEPTH && isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const at = path === '' ? name : `${path}.${name}`;
      if (!Object.hasOwn(after, name)) put(changes, at, before[name], undefined);
      else if (!Object.hasOwn(before, name)) put(changes, at, undefined, after[name]);
      else compare(before[name], after[name], at, changes, depth + 1);
    }
  } else if (depth < MAX_DEPTH && Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    before.forEach((each, index) => compare(each, after[index], `${path}[${index}]`, changes, depth + 1));
  } else if (jsonText(before) !== jsonText(after)) put(changes, path, before, after);
}

function put(changes: ValueChange[], path: string, before: unknown, after: unknown): void {
  const [was, is] = [jsonText(before), jsonText(after)];
  changes.push({ path, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) });
}
