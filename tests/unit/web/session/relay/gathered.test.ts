/** A recording from what a page and its relay have of it: nothing is missing without a gap that says so. */
import { expect, test } from 'vitest';
import { NOT_RECORDED, PAYLOAD_MISSING, readRecorded, encodeEnd, encodeEvent, type WireEvent } from '#shared/recording';
import { gather } from '../../../../../web/session/relay/gathered.ts';
import { HEADER, toEvents } from '../../../arbitraries.ts';

const LARGE = { bytes: 5_000_000, decoded: '{}' };
const events = toEvents([
  { k: 'stderr', text: 'a' },
  { k: 'message', dir: 's2c', raw: 'large'.repeat(10) },
  { k: 'stderr', text: 'b' },
  { k: 'message', dir: 's2c', raw: 'also'.repeat(10) },
  { k: 'stderr', text: 'c' },
  { k: 'connection', event: 'closed', reason: 'finished' },
]);
const stub = (s: number): WireEvent => ({ ...events[s], raw: 'la', large: LARGE }) as unknown as WireEvent;
const gap = (s: number): WireEvent => ({ s, t: events[s]?.t ?? 0, k: 'gap', events: 1, why: NOT_RECORDED });
const told = (list: readonly WireEvent[], more = ''): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new Blob([encodeEnd(HEADER), '\n', ...list.map((event) => `${encodeEvent(event)}\n`), more]).stream();

async function gathered(held: readonly WireEvent[], theirs?: ReadableStream<Uint8Array<ArrayBuffer>>, count = 6) {
  const { blob, missing } = await gather({ header: HEADER, held, count, ...(theirs ? { told: theirs } : {}) });
  const { recorded, summary } = readRecorded(await blob.text());
  expect(summary.problems).toEqual([]);
  return { events: recorded?.events, footer: recorded?.footer, missing };
}

test('is whole where each has what the other lacks', async () => {
  const held = [...events.slice(0, 1), stub(1), ...events.slice(2, 4)];
  const theirs = [...events.slice(0, 2), gap(2), gap(3), ...events.slice(4)];
  expect(await gathered(held, told(theirs))).toEqual({
    events,
    footer: { footer: true, events: 6, reason: 'finished' },
    missing: { events: 0, payloads: 0 },
  });
});

test('names the payloads and the events that neither has', async () => {
  const held = [...events.slice(0, 1), stub(1), gap(2), stub(3)];
  const theirs = [...events.slice(0, 3).map((_, s) => gap(s)), events[3] ?? gap(3)];
  const lost = { s: 1, t: events[1]?.t, k: 'gap', bytes: LARGE.bytes, why: PAYLOAD_MISSING };
  expect(await gathered(held, told(theirs, '{"s":4,"t"'))).toEqual({
    events: [events[0], lost, gap(2), events[3], { s: 4, t: events[3]?.t, k: 'gap', events: 2, why: NOT_RECORDED }],
    footer: undefined,
    missing: { events: 3, payloads: 1 },
  });
});

test('is what the page has where there is no relay', async () => {
  expect((await gathered(events)).events).toEqual(events);
  expect((await gathered([stub(0), ...events.slice(1)].map((event, s) => ({ ...event, s })))).missing).toEqual({
    events: 0,
    payloads: 0,
  });
  expect(await gathered([events[0] ?? gap(0), stub(1)], undefined, 2)).toMatchObject({ missing: { payloads: 1 } });
});
