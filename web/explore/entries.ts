/** The items of a server's list as rows: any of them may be malformed, or have another's name. */
import { isObject } from '#shared/jsonrpc';
import { jsonText } from '../base/json-text.ts';

export interface Entry {
  /** Tells the entry from all others of its list, also after the list was read again. */
  readonly key: string;
  /** What names it on the wire: the tool's name, the resource's address. Undefined when it has no such text. */
  readonly name: string | undefined;
  readonly label: string;
  readonly title: string | undefined;
  readonly item: { readonly [name: string]: unknown };
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Rows of a list; `member` names an item on the wire. An item that is no object has a row of its own, as JSON. */
export function entriesOf(items: readonly unknown[], member: string, prefix = ''): Entry[] {
  const seen = new Map<string, number>();
  const keys = new Set<string>();
  return items.map((value) => {
    const item = isObject(value) ? value : {};
    const name = typeof item[member] === 'string' ? item[member] : undefined;
    const base = name ?? (jsonText(value) ?? '…').slice(0, 200);
    let times = (seen.get(base) ?? 0) + 1;
    const keyOf = (): string => `${prefix}${base}${times > 1 ? `#${times}` : ''}`;
    // Another may be named as the second of these would be told apart.
    while (keys.has(keyOf())) times++;
    const key = keyOf();
    keys.add(key);
    seen.set(base, times);
    const annotations = item['annotations'];
    const title = text(item['title']) ?? (isObject(annotations) ? text(annotations['title']) : undefined);
    return { key, name, label: base, title, item };
  });
}

export function matching(entries: readonly Entry[], search: string): readonly Entry[] {
  const wanted = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return entries;
  return entries.filter(({ label, title, item }) => {
    const described = text(item['description']) ?? '';
    const hay = `${label}\n${title ?? ''}\n${text(item['name']) ?? ''}\n${described.slice(0, 4000)}`.toLowerCase();
    return wanted.every((word) => hay.includes(word));
  });
}
