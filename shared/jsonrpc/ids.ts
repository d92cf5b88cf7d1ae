/** Request ids as keys, by JSON type and value; beyond 2^53 by digits, as parsing makes 9007199254740993 and ...992 equal. */
import { scanJson } from './scan.ts';

export type JsonRpcId = string | number;

/** An id in a form that can be a Map key: `n:7`, `s:abc`, `n:9007199254740993`. */
export type IdKey = string & { readonly __brand: 'IdKey' };

/** Key of an id whose exact digits are known (`digits` only matters for numbers that lose precision). */
export function idKey(id: JsonRpcId, digits?: string): IdKey {
  if (typeof id === 'string') return `s:${id}` as IdKey;
  return (Number.isSafeInteger(id) || digits === undefined ? `n:${String(id)}` : `n:${digits}`) as IdKey;
}

/** Text of a key as a person reads it: `7`, `"abc"`. */
export function showIdKey(key: IdKey): string {
  return key.startsWith('s:') ? JSON.stringify(key.slice(2)) : key.slice(2);
}

/** The digits of the outermost `id` member of a message text, or undefined when there is none. The last one counts. */
export function idDigits(text: string): string | undefined {
  const member = scanJson(text).members.findLast((each) => each.key === 'id');
  return member && text.slice(member.start, member.end);
}
