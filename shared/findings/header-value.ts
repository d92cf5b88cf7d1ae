/** Values of `Mcp-Name` and `Mcp-Param-*` (2026-07-28, basic/transports/streamable-http#value-encoding). */

const WRAPPED = /^=\?base64\?(.*)\?=$/s;

/** The text that a header's value stands for; undefined when it is wrapped and cannot be read. */
export function plainValue(value: string): string | undefined {
  const [, wrapped] = WRAPPED.exec(value) ?? [];
  if (wrapped === undefined) return value;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(wrapped)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(wrapped), (each) => each.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** True when a value is not written as it has to be; `plain` is what it should stand for, where that is known. */
export function encodingFault(value: string, plain: string | undefined): boolean {
  if (/[^\x20-\x7e\t]/.test(value) || value.trim() !== value) return true;
  // What looks wrapped and is meant as it stands has to be wrapped.
  if (WRAPPED.test(value)) return plainValue(value) === undefined || value === plain;
  return value !== plain && /^=\?base64\?/i.test(value) && (/^=\?base64\?.*\?=$/is.test(value) || plain !== undefined);
}
