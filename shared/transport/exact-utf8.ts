/** UTF-8 to text that gives every byte back: an invalid byte is a lone surrogate (0x80 is U+DC80), which nothing valid decodes to. */
import { exactBytes, joinBytes, toBase64, type Payload } from '#shared/recording';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ESCAPES = 0xdc00;

/** A streaming decoder: `push` takes bytes however they are cut, `end` gives what a cut character left. Never throws. */
export class ExactUtf8 {
  #rest = new Uint8Array(0);
  /** There was a byte that is not UTF-8: only then can a text hold any of those surrogates. */
  broken = false;

  push(bytes: Uint8Array): string {
    const all = this.#rest.length === 0 ? bytes : joinBytes([this.#rest, bytes]);
    const whole = wholeLength(all);
    this.#rest = all.slice(whole);
    return this.#decode(all.subarray(0, whole));
  }

  end(): string {
    const rest = this.#rest;
    this.#rest = new Uint8Array(0);
    return this.#decode(rest);
  }

  #decode(bytes: Uint8Array): string {
    try {
      return strict.decode(bytes);
    } catch {
      this.broken = true;
      return escaped(bytes);
    }
  }
}

/** The payload of a text from `ExactUtf8`: the text itself, or its bytes where some are not UTF-8. */
export function exactPayload(text: string): Payload {
  return /[\uDC80-\uDCFF]/u.test(text) ? { b64: toBase64(exactBytes(text)) } : { raw: text };
}

/** Length without a character at the end that more bytes may complete. */
function wholeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function escaped(bytes: Uint8Array): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    if (length > 0) at += length;
    else {
      parts.push(strict.decode(bytes.subarray(from, at)), String.fromCharCode(ESCAPES + (bytes[at] ?? 0)));
      from = ++at;
    }
  }
  parts.push(strict.decode(bytes.subarray(from)));
  return parts.join('');
}

/** Bytes of the UTF-8 character at a place, 0 when there is none (Unicode 15, table 3-7). */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let next = 2; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
