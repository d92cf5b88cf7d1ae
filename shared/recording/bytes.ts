/** Bytes to payloads and back: exact text where the bytes are UTF-8, base64 where they are not. */

/** Exact text, or base64 of the exact bytes where they are not valid UTF-8. One of the two is present. */
export interface Payload {
  readonly raw?: string;
  readonly b64?: string;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Wrap bytes as they were read: `raw` if they are valid UTF-8 (a byte-order mark is kept), else `b64`. */
export function payloadOf(bytes: Uint8Array): Payload {
  try {
    return { raw: strict.decode(bytes) };
  } catch {
    return { b64: toBase64(bytes) };
  }
}

/** The exact bytes of a payload. */
export function bytesOf(payload: Payload): Uint8Array {
  return payload.b64 === undefined ? encoder.encode(payload.raw ?? '') : fromBase64(payload.b64);
}

/** Text of a payload for reading: exact where it is UTF-8, with U+FFFD for what is not. */
export function textOf(payload: Payload): string {
  if (payload.b64 === undefined) return payload.raw ?? '';
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(fromBase64(payload.b64));
}

/** Pieces of bytes as one; the piece itself when there is only one. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1 && pieces[0]) return pieces[0];
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A text as UTF-8 carries it: lone surrogates, for which it has no bytes, are replaced by U+FFFD as every encoder does. */
export function asUtf8(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** UTF-16 units that are encoded at a time: browsers copy what they are given. */
const PIECE = 16 * 1024;
const scratch = new Uint8Array(3 * PIECE);

/** Length in UTF-8 bytes of a text, in the memory of a piece. Lone surrogates count three, as the encoder writes them. */
export function utf8Length(text: string): number {
  if (text.length <= SHORT) return shortLength(text);
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const end = at + PIECE;
    // Both halves of a character go together.
    const isParted = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const { read, written } = encoder.encodeInto(text.slice(at, isParted ? end - 1 : end), scratch);
    bytes += written;
    at += read;
  }
  return bytes;
}

/** Texts up to this length (UTF-16 units) are counted sooner than an encoder is called. */
const SHORT = 512;

function shortLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    // The second half of a pair is in the four bytes of the first.
    if ((code & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
  }
  return bytes;
}

/** Length in bytes of a payload on the wire. */
export function payloadLength(payload: Payload & { readonly large?: { readonly bytes: number } }): number {
  if (payload.large) return payload.large.bytes;
  if (payload.b64 === undefined) return utf8Length(payload.raw ?? '');
  const padding = payload.b64.endsWith('==') ? 2 : payload.b64.endsWith('=') ? 1 : 0;
  return (payload.b64.length / 4) * 3 - padding;
}

/** Standard base64 (RFC 4648 section 4) of bytes. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // A multiple of three, so that the pieces join without padding between them.
  const step = 3 * 8192;
  for (let at = 0; at < bytes.length; at += step) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + step))));
  }
  return parts.join('');
}

/** Bytes of a standard base64 text; characters that are not base64 give no bytes at all. */
export function fromBase64(text: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return new Uint8Array(0);
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Bytes of a text in which a byte that is not UTF-8 stands as a lone surrogate: 0x80 as U+DC80. */
export function exactBytes(text: string): Uint8Array {
  const parts = text.split(/([\uDC80-\uDCFF])/u);
  return joinBytes(
    parts.map((part, at) => (at % 2 === 0 ? encoder.encode(part) : Uint8Array.of(part.charCodeAt(0) - 0xdc00))),
  );
}
