/** A recording put together from what this page and the relay have of it, when the relay's file is not whole. */
import {
  encodeEnd,
  encodeEvent,
  eventAt,
  type EventList,
  isLoss,
  MEDIA_TYPE,
  NOT_RECORDED,
  PAYLOAD_MISSING,
  type RecordingHeader,
  RecordingReader,
  type WireEvent,
} from '#shared/recording';
import type { Missing } from '../source.ts';

export interface GatherSources {
  readonly header: RecordingHeader;
  /** The page's events, dense from 0; large payloads are there with their beginning alone. */
  readonly held: EventList;
  /** The relay's recording; absent without a relay. It may break off anywhere. */
  readonly told?: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Events that there are, as far as is known. */
  readonly count: number;
}

/** Put the file together. Never rejects. */
export async function gather({
  header,
  held,
  told,
  count,
}: GatherSources): Promise<{ readonly blob: Blob; readonly missing: Missing }> {
  const parts: string[] = [`${encodeEnd(header)}\n`];
  const missing = { events: 0, payloads: 0 };
  // What comes meanwhile is not in the file.
  const have = held.length;
  let s = 0;
  let ended: string | undefined;
  const put = (event: WireEvent): void => {
    if (isLoss(event)) missing.events += event.events ?? 1;
    if (event.k === 'connection' && event.event === 'closed') ended = event.reason ?? '';
    parts.push(`${encodeEvent(event)}\n`);
    s++;
  };
  if (told)
    for await (const theirs of eventsIn(told)) {
      const ours = s < have ? held.at(s) : undefined;
      if (theirs.s !== s) break;
      put(ours && !isLarge(ours) && !isLoss(ours) ? ours : ours && isLoss(theirs) ? standIn(ours, missing) : theirs);
    }
  for (let ours = held.at(s); ours && s < have; ours = held.at(s)) put(standIn(ours, missing));
  if (s < count) put({ s, t: eventAt(held, have - 1)?.t ?? 0, k: 'gap', events: count - s, why: NOT_RECORDED });
  if (ended !== undefined) parts.push(`${encodeEnd({ footer: true, events: s, reason: ended })}\n`);
  return { blob: new Blob(parts, { type: MEDIA_TYPE }), missing };
}

const isLarge = (event: WireEvent): boolean => event.k === 'message' && event.large !== undefined;

/** The page's event, or the gap in its place when only its beginning is here. */
function standIn(event: WireEvent, missing: { payloads: number }): WireEvent {
  if (event.k !== 'message' || !event.large) return event;
  missing.payloads++;
  return { s: event.s, t: event.t, k: 'gap', bytes: event.large.bytes, why: PAYLOAD_MISSING };
}

async function* eventsIn(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<WireEvent> {
  const reader = new RecordingReader();
  const pieces = stream.pipeThrough(new TextDecoderStream()).getReader();
  try {
    while (!reader.stopped) {
      const { done, value } = await pieces.read();
      if (done) break;
      yield* reader.push(value);
    }
  } catch {
    // The relay went away in the middle.
  } finally {
    void pieces.cancel().catch(() => undefined);
  }
  yield* reader.end().events;
}
