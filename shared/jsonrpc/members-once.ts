/** Objects that every program reads alike: each member stands once, in whatever case, and under its plain name. */
import { scanJson } from './scan.ts';

/** The text of each JSON object member by name; undefined for other texts, repeated (RFC 8259, 4) or escaped names. Never throws. */
export function membersOnce(text: string): ReadonlyMap<string, string> | undefined {
  const { root, members, fault } = scanJson(text);
  if (root !== 'object' || fault) return undefined;
  const found = new Map<string, string>();
  const folded = new Set<string>();
  let from = 0;
  for (const { key, start, end } of members) {
    if (!text.slice(from, start).includes(JSON.stringify(key)) || folded.has(foldedName(key))) return undefined;
    folded.add(foldedName(key));
    found.set(key, text.slice(start, end));
    from = end;
  }
  return found;
}

/** Names that programs take for the same: some read them in any case, some fold compatible letters too (ſ for s). */
export const foldedName = (name: string): string => name.normalize('NFKC').toLowerCase();
