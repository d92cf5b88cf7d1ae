/** Events that are kept as bytes are the events that were added. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeEvent, EventStore, type EventBody, type WireEvent } from '#shared/recording';
import { anyEvents, eventBody, sessionBody, toEvents } from '../../arbitraries.ts';
import { runs } from '../../seed.ts';

const storeOf = (events: readonly WireEvent[]): EventStore => {
  const store = new EventStore();
  for (const event of events) store.add(event);
  return store;
};

/** So many that most of them are kept as bytes. */
const many = (bodies: readonly EventBody[]): WireEvent[] =>
  toEvents(Array.from({ length: 5000 }, (_, at) => bodies[at % bodies.length] ?? { k: 'stderr', text: '' }));

test('a store is the list of what was added, whatever the events and however many', () => {
  const bodies = fc.array(fc.oneof(eventBody, sessionBody), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.oneof(anyEvents(), bodies.map(many)), fc.array(fc.integer()), (events, places) => {
      const store = storeOf(events);
      expect(store.length).toBe(events.length);
      for (const place of places) {
        const s = place % (events.length + 2);
        expect(store.at(s)).toEqual(events.at(s));
        expect(store.slice(s, s + 7)).toEqual(events.slice(s, s + 7));
      }
      expect([...store]).toEqual(events);
      // In one order of members, so that what is written again is the same line.
      expect([...store].map(encodeEvent)).toEqual(events.map(encodeEvent));
    }),
    { numRuns: runs(60) },
  );
});

test('lone surrogates, bytes that are no text, long texts and what only a page has of a large one stay exact', () => {
  const raw = `{"a":"${'x'.repeat(100_000)}"}`;
  const large = { bytes: 9_000_000, decoded: '{"kind":"invalid","faults":[]}' };
  const events = many([
    { k: 'message', dir: 's2c', raw: '"\ud800 \udc00 \ufeff\u2028\u0000é\u{1f600}"\r' },
    { k: 'message', dir: 's2c', raw: '{"a":"é\u2028"}' },
    { dir: 's2c', raw: '{"members":"in another order"}', k: 'message' },
    { k: 'message', dir: 's2c', b64: '/w==' },
    { k: 'message', dir: 'c2s', by: 'user', raw },
    { k: 'message', dir: 's2c', raw: '{"jsonrpc":', large },
    { k: 'unknown', fields: { k: 'later', deep: [{ a: null }] } },
  ]);
  expect([...storeOf(events)]).toEqual(events);
});
