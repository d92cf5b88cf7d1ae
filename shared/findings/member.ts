/** Members of a message that decoding leaves out. */
import { isObject, parsedJson, type Decoded, type JsonObject } from '#shared/jsonrpc';
import type { Turn } from './turn.ts';

/** The message or item as an object. Reads its text anew: ask for it only when something is wrong. Undefined for what is none, or too large. */
export function wholeMessage({ raw, index }: Turn, item: Decoded): JsonObject | undefined {
  if (item.kind === 'invalid') return isObject(item.value) ? item.value : undefined;
  const whole = parsedJson(raw ?? '');
  const value: unknown = index !== undefined && Array.isArray(whole) ? (whole as unknown[])[index] : whole;
  return isObject(value) ? value : undefined;
}
