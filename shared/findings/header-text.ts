/** Values of headers that repeat parts of a message (2026-07-28, basic/transports/streamable-http#value-encoding). */

const ENCODED = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/;

/** The text that a header carries: plain, or in the base64 form. What can't be decoded stays as it is. */
export function headerText(value: string): string {
  const [, base64] = ENCODED.exec(value) ?? [];
  if (base64 === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}
