/** The text of a recording from what the relay has of it, on the disk or in memory. */
import { encodeEnd } from '#shared/recording';
import type { Recording } from './store.ts';

const PIECE = 1024 * 1024;

/** The header, the events so far and, when it is over, the footer. Throws system errors between pieces. */
export function* recordingParts(recording: Recording): Generator<string> {
  const { header, count, footer } = recording;
  yield `${encodeEnd(header)}\n`;
  for (let s = 0; s < count;) {
    const lines = recording.lines(s, PIECE).slice(0, count - s);
    if (lines.length === 0) return;
    yield `${lines.join('\n')}\n`;
    s += lines.length;
  }
  if (footer) yield `${encodeEnd(footer)}\n`;
}
