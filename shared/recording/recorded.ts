/** A whole recording in memory, and the lines of its file. Everything that looks at, changes or hands on a recording starts here. */
import type { EventList } from './event-list.ts';
import type { RecordingFooter, RecordingHeader } from './header.ts';
import { encodeEnd, recordLine } from './line.ts';
import type { ReadSummary } from './line-sequence.ts';
import { RecordingReader, type ReaderLimits } from './reader.ts';
import type { WireEvent } from './kinds/index.ts';

/** A recording: its first line, its events with dense sequence numbers from 0, and its last line when it was closed in order. */
export interface Recorded {
  readonly header: RecordingHeader;
  readonly events: EventList;
  readonly footer?: RecordingFooter;
}

/** One that is held in memory. */
export interface HeldRecording extends Recorded {
  readonly events: readonly WireEvent[];
}

/** What came of reading a file: the recording unless not even its header could be read, and the summary in any case. */
export interface ReadResult {
  readonly recorded?: HeldRecording;
  readonly summary: ReadSummary;
}

/** Read the text of a recording file, given whole or in pieces. Never throws. */
export function readRecorded(pieces: string | Iterable<string>, limits: ReaderLimits = {}): ReadResult {
  const reader = new RecordingReader(limits);
  const events: WireEvent[] = [];
  for (const piece of typeof pieces === 'string' ? [pieces] : pieces)
    for (const event of reader.push(piece)) events.push(event);
  const { events: last, summary } = reader.end();
  for (const event of last) events.push(event);
  const recorded = recordedOf(events, summary);
  return { ...(recorded ? { recorded } : {}), summary };
}

/** The recording that a reader's events and summary make; undefined without a header. One that was cut short has no last line. */
export function recordedOf<Events extends EventList>(
  events: Events,
  { header, footer, cutShort }: ReadSummary,
): (Recorded & { readonly events: Events }) | undefined {
  return header && { header, events, ...(footer && !cutShort ? { footer } : {}) };
}

/** The lines of a recording's file in order, each without its line end. The footer counts the events that are there. */
export function* recordingLines({ header, events, footer }: Recorded): Generator<string> {
  yield encodeEnd(header);
  for (const event of events) yield recordLine(event);
  if (footer) yield encodeEnd({ ...footer, events: events.length });
}

/** UTF-16 units of lines that are put together at a time. */
const PIECE = 1024 * 1024;

/** The text of a recording's file in pieces: all of it may be longer than a string can be. */
export function* recordingPieces(recorded: Recorded): Generator<string> {
  let lines: string[] = [];
  let length = 0;
  for (const line of recordingLines(recorded)) {
    lines.push(line, '\n');
    length += line.length;
    if (length < PIECE) continue;
    yield lines.join('');
    lines = [];
    length = 0;
  }
  yield lines.join('');
}
