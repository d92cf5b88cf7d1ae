import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytesOf,
  decodeLine,
  encodeEnd,
  encodeEvent,
  MISSING,
  payloadLength,
  payloadOf,
  RecordingReader,
  textOf,
  utf8Length,
  type ReadSummary,
  type WireEvent,
} from '#shared/recording';
import { anyEvents, cut, HEADER, toEvents } from '../../arbitraries.ts';
import { runs } from '../../seed.ts';

const FOOTER = { footer: true, events: 0, reason: 'closed by user' } as const;

function write(events: readonly WireEvent[], footer = true): string {
  const lines = [encodeEnd(HEADER), ...events.map(encodeEvent)];
  if (footer) lines.push(encodeEnd({ ...FOOTER, events: events.length }));
  return lines.map((line) => `${line}\n`).join('');
}

function read(
  pieces: readonly string[],
  reader = new RecordingReader(),
): { events: WireEvent[]; summary: ReadSummary } {
  const events = pieces.flatMap((piece) => reader.push(piece));
  const { events: last, summary } = reader.end();
  return { events: [...events, ...last], summary };
}

describe('a recording', () => {
  test('reads back as it was written', () => {
    fc.assert(
      fc.property(anyEvents(), (events) => {
        const { events: again, summary } = read([write(events)]);
        expect(again).toEqual(events);
        expect(summary).toEqual({
          header: HEADER,
          footer: { ...FOOTER, events: events.length },
          events: events.length,
          cutShort: false,
          problems: [],
        });
        expect(write(again)).toBe(write(events));
      }),
      { numRuns: runs(500) },
    );
  });

  test('reads the same in pieces', () => {
    fc.assert(
      fc.property(anyEvents(), fc.array(fc.nat(), { maxLength: 8 }), (events, places) => {
        const whole = write(events);
        expect(read(cut(whole, places))).toEqual(read([whole]));
      }),
    );
  });

  test('cut at any byte opens with every whole line, or names line 1', () => {
    const events = toEvents([
      { k: 'message', dir: 'c2s', raw: '{"id":1,"méthode":"演示 😀"}', by: 'user' },
      { k: 'stderr', text: 'é\n' },
      { k: 'process', event: 'exit', code: 0 },
    ]);
    const bytes = new TextEncoder().encode(write(events));
    const lineEnds = [...bytes.keys()].filter((at) => bytes[at] === 10);
    for (let end = 0; end < bytes.length; end++) {
      const { events: got, summary } = read([new TextDecoder().decode(bytes.subarray(0, end))]);
      // The text of a line is whole as soon as its line end is all that is missing.
      const lines = lineEnds.filter((at) => at <= end).length;
      if (lines === 0) {
        expect(summary.problems).toMatchObject([{ code: 'not-a-recording', line: 1 }]);
        expect(got).toEqual([]);
      } else {
        expect(summary.problems).toEqual([]);
        expect(got).toEqual(events.slice(0, lines - 1));
        expect(summary.cutShort).toBe(lines < lineEnds.length);
      }
    }
  });

  test('opens with a byte-order mark, CRLF and empty lines', () => {
    const events = toEvents([{ k: 'note', at: 0, text: 'a' }]);
    const text = `\uFEFF${write(events).replaceAll('\n', '\r\n\r\n')}`;
    expect(read([text])).toMatchObject({ events, summary: { cutShort: false, problems: [] } });
  });

  test('of the future is refused', () => {
    const { events, summary } = read([`${JSON.stringify({ ...HEADER, mcprec: 2 })}\n{"s":0,"t":0,"k":"note"}\n`]);
    expect(events).toEqual([]);
    expect(summary.problems).toEqual([{ code: 'from-the-future', line: 1, detail: '2' }]);
  });

  test.each([
    ['no JSON', 'hello', 'not-a-recording'],
    ['a list', '[]', 'not-a-recording'],
    ['no version', '{}', 'not-a-recording'],
    ['a version that is no integer', '{"mcprec":1.5}', 'not-a-recording'],
    ['no title', JSON.stringify({ ...HEADER, title: undefined }), 'bad-header'],
    ['no connection', JSON.stringify({ ...HEADER, connection: null }), 'bad-header'],
    ['a connection of no known kind', JSON.stringify({ ...HEADER, connection: { transport: 'pigeon' } }), 'bad-header'],
    ['nothing', '', 'not-a-recording'],
  ])('whose first line is %s is refused', (_name, line, code) => {
    expect(read([line]).summary.problems).toMatchObject([{ code, line: 1 }]);
  });

  test('with a line of no event in the middle opens with all events and names it', () => {
    const events = toEvents([
      { k: 'note', at: 0, text: 'a' },
      { k: 'note', at: 0, text: 'b' },
    ]);
    const lines = write(events).split('\n');
    const broken = [...lines.slice(0, 2), '{oops', ...lines.slice(2)].join('\n');
    expect(read([broken])).toMatchObject({
      events,
      summary: { cutShort: false, problems: [{ code: 'not-json', line: 3 }] },
    });
  });

  test('that lacks an event, or has one twice, says so', () => {
    const [first, second] = toEvents([
      { k: 'note', at: 0, text: 'a' },
      { k: 'note', at: 0, text: 'b' },
    ]).map(encodeEvent);
    const head = encodeEnd(HEADER);
    const missing = read([`${head}\n${second}\n`]);
    expect(missing.summary.problems).toMatchObject([{ code: 'missing', line: 2 }]);
    expect(missing.events).toMatchObject([
      { s: 0, k: 'gap', events: 1, why: MISSING },
      { s: 1, k: 'note' },
    ]);
    const twice = read([`${head}\n${first}\n${first}\n${second}\n`]);
    expect(twice.summary.problems).toMatchObject([{ code: 'out-of-order', line: 3 }]);
    expect(twice.events.map(encodeEvent)).toEqual([first, second]);
  });

  test('with a line or a number of events past the limit is refused there', () => {
    const events = toEvents([
      { k: 'note', at: 0, text: 'a' },
      { k: 'note', at: 0, text: 'x'.repeat(2000) },
    ]);
    for (const pieces of [[write(events)], cut(write(events), [400, 700, 1500, 2000])]) {
      expect(read(pieces, new RecordingReader({ line: 1000 }))).toMatchObject({
        events: events.slice(0, 1),
        summary: { problems: [{ code: 'line-too-long', line: 3 }] },
      });
    }
    expect(read([write(events)], new RecordingReader({ events: 1 }))).toMatchObject({
      events: events.slice(0, 1),
      summary: { problems: [{ line: 3 }] },
    });
  });

  test('keeps kinds, fields and shapes that this version does not know', () => {
    const lines = [
      '{"s":0,"t":5,"k":"weather","sky":"clear","footer":true}',
      '{"s":1,"t":6,"k":"message","dir":"sideways","raw":"x"}',
      '{"s":2,"t":7,"k":"message","dir":"c2s","raw":"x","colour":"red"}',
    ];
    const { events, summary } = read([[encodeEnd(HEADER), ...lines, ''].join('\n')]);
    expect(summary.problems).toMatchObject([{ code: 'unknown-direction', line: 3, detail: '"sideways"' }]);
    expect(events.map(({ k }) => k)).toEqual(['unknown', 'unknown', 'message']);
    expect(events.map(encodeEvent)).toEqual(lines);
  });

  test('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.integer({ min: 1, max: 3 }), (line, number) => {
        expect(['header', 'event', 'footer', 'problem']).toContain(decodeLine(line, number).type);
      }),
    );
  });
});

describe('payloads', () => {
  test('give back any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const payload = payloadOf(bytes);
        expect(bytesOf(payload)).toEqual(bytes);
        expect(payloadLength(payload)).toBe(bytes.length);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('are text when the bytes are UTF-8, base64 when they are not', () => {
    expect(payloadOf(new TextEncoder().encode('\uFEFFé😀'))).toEqual({ raw: '\uFEFFé😀' });
    expect(payloadOf(new Uint8Array([0xff, 0x41]))).toEqual({ b64: '/0E=' });
    expect(textOf({ b64: '/0E=' })).toBe('\uFFFDA');
  });

  test('longer than one step of base64 are whole', () => {
    const bytes = Uint8Array.from({ length: 100_001 }, (_, at) => (at * 7) % 256);
    expect(bytesOf(payloadOf(bytes))).toEqual(bytes);
  });

  test('lengths are the encoder’s', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
      fc.array(fc.constantFrom('\ud83d', '\ude00', 'a', 'é')).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(unit, (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
      { numRuns: runs(1000) },
    );
    // Long texts are encoded in pieces, which part no character.
    for (const before of [16_383, 16_384, 32_767])
      for (const end of ['😀', '\ud83d', '\ude00', '😀\ud83d'])
        for (const text of ['a', 'é', '€'].map((each) => `${each.repeat(before)}${end}`)) {
          expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
          expect(utf8Length(`${text}${text}`)).toBe(new TextEncoder().encode(`${text}${text}`).length);
        }
  });
});
