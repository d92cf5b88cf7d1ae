/** Lines that were read to message events: every line is one, valid or not. */
import { isAscii } from 'node:buffer';
import { payloadOf, toBase64, type Direction, type EventBody, type Payload } from '#shared/recording';
import { MAX_LINE_BYTES, type SplitLine } from './line-splitter.ts';

/** Longest JSON text that a recording's line may have for one payload, with room for the rest of the line. */
const MAX_ENCODED = 384 * 1024 * 1024;
/** Below this length no escaping (six characters for one byte at most) can reach the bound. */
const SURELY_SHORT = MAX_ENCODED / 6;

/** The events of lines that were read together, from a server by default. */
export function outputEvents(lines: readonly SplitLine[], dir: Direction = 's2c'): EventBody[] {
  const bodies: EventBody[] = [];
  for (const { bytes, unterminated } of lines) {
    const { raw, b64 } = recordable(bytes);
    const body: EventBody = b64 === undefined ? { k: 'message', dir, raw: raw ?? '' } : { k: 'message', dir, b64 };
    bodies.push(unterminated ? { ...body, unterminated: true } : body);
    if (unterminated === 'cut')
      bodies.push({
        k: 'gap',
        bytes: 0,
        why: `a line longer than ${MAX_LINE_BYTES} bytes goes on in the next message`,
      });
  }
  return bodies;
}

/** Text where possible, base64 where the bytes are not UTF-8 or their escaped text would not fit a line of the recording. */
function recordable(bytes: Buffer): Payload {
  if (bytes.length > SURELY_SHORT) {
    let encoded = bytes.length;
    for (const byte of bytes)
      if (byte < 0x20) encoded += 5;
      else if (byte === 0x22 || byte === 0x5c) encoded += 1;
    if (encoded > MAX_ENCODED) return { b64: toBase64(bytes) };
  }
  return isAscii(bytes) ? { raw: bytes.toString('latin1') } : payloadOf(bytes);
}
