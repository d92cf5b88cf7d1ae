import { encodeEvent, MAX_LINE, payloadLength, type WireEvent } from '#shared/recording';

/** The event's line. An event whose text is too long for any line is replaced by a gap that says so. */
export function recordLine(event: WireEvent): string {
  try {
    const line = encodeEvent(event);
    if (line.length <= MAX_LINE) return line;
  } catch (error) {
    // The escaped text is longer than a string can be.
    if (!(error instanceof RangeError)) throw error;
  }
  const bytes = event.k === 'message' ? payloadLength(event) : 0;
  return encodeEvent({ s: event.s, t: event.t, k: 'gap', bytes, why: 'too long for a line of the recording' });
}
