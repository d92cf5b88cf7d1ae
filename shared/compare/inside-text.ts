/** What is inside a text: JSON, or text as base64. */
import { fromBase64 } from '#shared/recording';
import { Opaque, parseExact, type Exact } from './exact-json.ts';

const MAX_BASE64_CHARS = 256 * 1024;

export function jsonInside(text: string): Exact | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const value = parseExact(text);
  return value instanceof Opaque ? undefined : value;
}

/** The text that base64 stands for; undefined for what is no base64, or no UTF-8. */
export function textInBase64(text: string): string | undefined {
  if (
    text.length > MAX_BASE64_CHARS ||
    text.length < 8 ||
    text.length % 4 !== 0 ||
    !/^[A-Za-z0-9+/]+={0,2}$/.test(text)
  )
    return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(text));
  } catch {
    return undefined;
  }
}
