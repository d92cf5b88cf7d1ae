/** Events as the pieces of text in which the browser's storage keeps them. */
import { type EventList, recordLine, type WireEvent } from '#shared/recording';

/** Lines of events that follow each other, `from` being the first. */
export interface StorageChunk {
  readonly from: number;
  readonly lines: string;
}

/** Length of a piece in UTF-16 units, where one event is not longer. */
const LENGTH = 256 * 1024;
const EVENTS_A_STEP = 64;

/** The events from `from` on as pieces, up to `most` UTF-16 units, as `kept` gives them; `to` is the first left out. Yields at times. */
export function* storageChunks(
  events: EventList,
  from: number,
  most: number,
  kept: (event: WireEvent) => WireEvent = (event) => event,
): Generator<undefined, { readonly pieces: readonly StorageChunk[]; readonly to: number }> {
  const pieces: StorageChunk[] = [];
  let lines: string[] = [];
  let first = from;
  let length = 0;
  let made = 0;
  let at = from;
  const cut = (): void => {
    if (lines.length > 0) pieces.push({ from: first, lines: lines.join('\n') });
    made += length;
    lines = [];
    length = 0;
    first = at;
  };
  for (let event = events.at(at); event && made + length < most; event = events.at(at)) {
    const line = recordLine(kept(event));
    lines.push(line);
    length += line.length;
    at++;
    if (length >= LENGTH) cut();
    if ((at - from) % EVENTS_A_STEP === 0) yield;
  }
  cut();
  return { pieces, to: at };
}
