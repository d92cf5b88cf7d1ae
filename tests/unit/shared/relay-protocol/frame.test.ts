/** Frames of events from a relay: what it makes, its page reads; what the page can't read is a gap, never the end. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeEvent, MAX_VALUES, type EventBody, type MessageEvent, type WireEvent } from '#shared/recording';
import { decodeFrame, encodeEvents, LARGE_PAYLOAD, missingEvents } from '#shared/relay-protocol';
import { decodeEvent } from '#shared/session';
import { stubOf } from '../../../../relay/recording/view-lines.ts';
import { anyEvents, eventBody, jsonText, toEvents } from '../../arbitraries.ts';
import { logOfEvents } from '../../script.ts';
import { runs } from '../../seed.ts';

const viewLine = (event: WireEvent): string => (event.k === 'message' && stubOf(event)) || encodeEvent(event);

function framed(lines: readonly string[], from = 0): readonly WireEvent[] {
  const frame = decodeFrame(
    encodeEvents({ type: 'events', session: 'a', from, count: lines.length, caughtUp: true }, lines),
  );
  if (frame.type !== 'events') throw new Error(`a frame that is ${frame.type}`);
  return frame.events;
}

/** Between values, so that few thousands of them are large. */
const BLANK = ' '.repeat(150);

/** A piece of JSON, repeated until its text is longer than `LARGE_PAYLOAD`. */
const many = (value: string): string => {
  const times = Math.ceil((LARGE_PAYLOAD + 1) / (value.length + 1 + BLANK.length));
  return Array.from({ length: times + 1 }, () => value).join(`,${BLANK}`);
};
const DEEP = 100_000;
const NEST = `${'['.repeat(DEEP)}${' '.repeat(LARGE_PAYLOAD)}${']'.repeat(DEEP)}`;

/** A message whose payload is large: of numbers, values of any kind, deep, in a batch, no JSON, not even text. */
const largeMessage: fc.Arbitrary<EventBody> = fc
  .tuple(
    fc.constantFrom('c2s' as const, 's2c' as const),
    fc.constantFrom('7', '"x"', '-0', '1e400', '9007199254740993', 'null', '{}'),
    fc.constantFrom('"method":"tools/call","params":', '"method":"note","params":', '"result":', '"error":'),
    fc.oneof(
      fc.constantFrom('1', '123456', '1e20', '"\\ud800"', '{"type":"string","enum":["a","b"]}', '[[[[1]]]]', '{}'),
      jsonText,
    ),
    fc.constantFrom('message', 'bare', 'batch', 'cut', 'bytes', 'deep'),
  )
  .map(([dir, id, head, value, form]): EventBody => {
    const content = form === 'deep' ? NEST : `[${many(value)}]`;
    const text = `{"jsonrpc":"2.0","id":${id},${head}{"items":${content},"isError":true,"_meta":{"progressToken":1}}}`;
    if (form === 'bytes') return { k: 'message', dir, b64: Buffer.from(`\u00ff${text}`, 'latin1').toString('base64') };
    const raw = form === 'bare' ? content : form === 'batch' ? `[${text}]` : form === 'cut' ? text.slice(0, -1) : text;
    return { k: 'message', dir, raw };
  });

describe('what a relay hands to its page', () => {
  test('is read by it, whatever the event is', () => {
    fc.assert(
      fc.property(anyEvents(eventBody), (events) => {
        fc.pre(events.length > 0);
        expect(framed(events.map(viewLine))).toEqual(events);
      }),
      { numRuns: runs(300) },
    );
  });

  test('is read by it, and means the same, however large the event is', () => {
    fc.assert(
      fc.property(largeMessage, (body) => {
        const events = toEvents([body, { k: 'stderr', text: 'after' }]);
        const received = framed(events.map(viewLine));
        expect(received.at(-1)).toEqual(events.at(-1));
        expect(received[0]).toMatchObject({ s: 0, k: 'message', large: {} });
        const [here, there] = [logOfEvents(received), logOfEvents(events)];
        expect([...here.operations]).toEqual([...there.operations]);
        expect([...here.notes]).toEqual([...there.notes]);
        expect([...here.state.pending.keys()]).toEqual([...there.state.pending.keys()]);
      }),
      { numRuns: runs(8) },
    );
  });

  test.each([
    ['150,000 numbers', `{"values":[${Array.from({ length: 150_000 }, (_, at) => 100_000 + at).join(',')}]}`],
    [
      'a tool with a large enum',
      JSON.stringify({
        tools: [{ name: 'a', inputSchema: { enum: Array.from({ length: MAX_VALUES + 1 }, (_, at) => `value ${at}`) } }],
      }),
    ],
  ])('shows the events after a result of %s', (_name, result) => {
    const events = toEvents([
      { k: 'message', dir: 's2c', raw: `{"jsonrpc":"2.0","id":1,"result":${result}}` },
      { k: 'stderr', text: 'after' },
    ]);
    const received = framed(events.map(viewLine));
    expect(received[0]).toMatchObject({ s: 0, k: 'message' });
    expect(received[0] && decodeEvent(received[0])).toEqual(decodeEvent(events[0] as MessageEvent));
    expect(received[1]).toEqual(events[1]);
  });
});

describe('a frame that the page can not read whole', () => {
  const good = (s: number): string => encodeEvent({ s, t: 10 * s, k: 'stderr', text: `${s}` });

  test.each([
    ['is no JSON', '{"s":1,"t":15,"k":'],
    ['holds no object', '17'],
    ['is a footer', '{"footer":true,"events":1,"reason":"x"}'],
    ['is empty', ''],
    ['is another event than is due', good(7)],
    ['has too many values', `{"s":1,"t":15,"k":"http","x":[${'1,'.repeat(600_000)}1]}`],
    ['nests too deep', `{"s":1,"t":15,"k":"y","x":${'['.repeat(200)}${']'.repeat(200)}}`],
  ])('has a gap for a line that %s, and what follows it', (_name, line) => {
    const events = framed([good(0), line, good(2)]);
    expect(events).toMatchObject([
      { s: 0, k: 'stderr' },
      { s: 1, k: 'gap' },
      { s: 2, k: 'stderr', text: '2' },
    ]);
    const log = logOfEvents(events);
    expect(log.length).toBe(3);
    expect(events[1]?.t).toBeGreaterThanOrEqual(0);
  });

  test.each(['', 'x', '{"type":', '{}', '17', 'not a head\n{}', '{"type":"events"}\n{}', '{"type":1}\n'])(
    'is said to be unreadable when it begins with %j',
    (text) => {
      expect(decodeFrame(text)).toEqual({ type: 'unreadable', detail: text });
    },
  );

  test('leaves room for the events that never came', () => {
    const log = logOfEvents(framed([good(0)]));
    for (const event of [...missingEvents(1, 3, 5), ...framed([good(3)], 3)]) log.append(event);
    expect([...log.events]).toMatchObject([
      { k: 'stderr' },
      { k: 'gap', s: 1 },
      { k: 'gap', s: 2 },
      { k: 'stderr', s: 3 },
    ]);
  });
});
