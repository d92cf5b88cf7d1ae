/** What holds for every recording: writing and reading, parts of it, steps from older versions, bounds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeLine,
  encodeEnd,
  encodeEvent,
  MAX_DEPTH,
  migrationFrom,
  NOT_SELECTED,
  readRecorded,
  recordingLines,
  selectEvents,
  type EventBody,
  type Fields,
  type Format,
  type HeldRecording as Recorded,
  type WireEvent,
} from '#shared/recording';
import { SseParser } from '#shared/transport';
import { anyEvents, cut, eventBody, HEADER, sessionBody, toEvents } from '../../arbitraries.ts';
import { problemsOfLine } from '../../recording-schema.ts';
import { runs } from '../../seed.ts';

const written = (recorded: Recorded): string => [...recordingLines(recorded)].map((line) => `${line}\n`).join('');
const footerOf = (events: readonly WireEvent[]): NonNullable<Recorded['footer']> => ({
  footer: true,
  events: events.length,
  reason: 'finished',
});
const anyRecording: fc.Arbitrary<Recorded> = fc
  .tuple(anyEvents(sessionBody), fc.boolean())
  .map(([events, closed]) => ({ header: HEADER, events, ...(closed ? { footer: footerOf(events) } : {}) }));

test('the line of an event is its JSON, place and time first', () => {
  const aside = fc.record({
    k: fc.constant('message' as const),
    dir: fc.constantFrom('c2s', 's2c'),
    raw: fc.string({ unit: 'binary' }),
  });
  fc.assert(
    fc.property(anyEvents(fc.oneof(aside, sessionBody)), fc.boolean(), (events, isTurned) => {
      for (const { s, t, ...body } of events) {
        const event = (isTurned ? { ...body, t, s } : { s, t, ...body }) as WireEvent;
        const fields = body.k === 'unknown' ? body.fields : body;
        expect(encodeEvent(event)).toBe(JSON.stringify({ s, t, ...fields }));
      }
    }),
    { numRuns: runs(200) },
  );
});

describe('any recording', () => {
  test('is read as it was written, whole or in pieces, from text that the schema allows', () => {
    fc.assert(
      fc.property(anyRecording, fc.array(fc.nat(), { maxLength: 8 }), (recorded, places) => {
        const text = written(recorded);
        const { recorded: again, summary } = readRecorded(cut(text, places));
        expect(again).toEqual(recorded);
        expect(summary).toMatchObject({ cutShort: !recorded.footer, problems: [] });
        for (const line of text.split('\n').slice(0, -1)) expect(problemsOfLine(JSON.parse(line))).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  test('that is cut anywhere has the events before the cut', () => {
    fc.assert(
      fc.property(anyRecording, fc.nat(), (recorded, place) => {
        const text = written(recorded);
        const [start = ''] = cut(text, [place]);
        const { recorded: part, summary } = readRecorded(start);
        const lines = start.split('\n').length - 1;
        if (!part) {
          expect(summary.problems).toMatchObject([{ line: 1 }]);
          return;
        }
        expect(summary.problems).toEqual([]);
        expect(part.events).toEqual(recorded.events.slice(0, part.events.length));
        expect(part.events.length).toBeGreaterThanOrEqual(Math.min(lines - 1, recorded.events.length));
      }),
      { numRuns: runs(300) },
    );
  });
});

/** An event without the numbers of events, which a part of a recording changes. */
function unplaced(event: WireEvent | undefined): object {
  const { at: _at, of: _of, ...rest } = { at: 0, of: 0, ...event };
  return { ...rest, s: 0 };
}

describe('a part of a recording', () => {
  const selected = fc.tuple(anyRecording, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }));

  test('is a recording that accounts for every event', () => {
    fc.assert(
      fc.property(selected, ([recorded, choice]) => {
        const part = selectEvents(recorded, ({ s }) => choice[s] ?? false);
        expect(part.events.map(({ s }) => s)).toEqual(part.events.map((_, s) => s));
        expect(readRecorded(written(part)).recorded).toEqual(part);
        // Every kept event in its order, and for those left out a gap with their number, never two gaps in a row.
        const isOurs = (event: WireEvent | undefined): boolean => event?.k === 'gap' && event.why === NOT_SELECTED;
        let from = 0;
        part.events.forEach((event, index) => {
          if (isOurs(event) && event.k === 'gap') {
            from += event.events ?? 0;
            expect(isOurs(part.events[index + 1])).toBe(false);
            return;
          }
          const original = recorded.events[from++];
          expect(unplaced(event)).toEqual(unplaced(original));
        });
        expect(from).toBe(recorded.events.length);
      }),
      { numRuns: runs(300) },
    );
  });

  test('refers to the same events as before', () => {
    const events = toEvents([
      { k: 'message', dir: 'c2s', raw: 'a' },
      { k: 'message', dir: 'c2s', raw: 'b' },
      { k: 'timeout', at: 1, limit: 'idle', ms: 5 },
      { k: 'note', at: 0, text: 'on a' },
      { k: 'note', at: 2, text: 'on the timeout' },
      { k: 'tap', act: 'hold', at: 0 },
      { k: 'message', dir: 'c2s', raw: 'a', leg: 'server', of: 0 },
      { k: 'message', dir: 'c2s', raw: 'b', leg: 'server', of: 1 },
      { k: 'tap', act: 'forward', at: 1 },
      { k: 'tap', act: 'armed' },
    ]);
    const redacted = [-1, 0, 1, 10].map((s) => ({ s, path: ['raw'], placeholder: '‹token:1›', rule: 'tokens' }));
    const part = selectEvents({ header: { ...HEADER, redacted }, events, footer: footerOf(events) }, ({ s }) => s > 0);
    expect(part.events).toMatchObject([
      { s: 0, k: 'gap', events: 1 },
      { s: 1, k: 'message', raw: 'b' },
      { s: 2, k: 'timeout', at: 1 },
      { s: 3, k: 'gap', events: 1 },
      { s: 4, k: 'note', at: 2, text: 'on the timeout' },
      { s: 5, k: 'gap', events: 1 },
      { s: 6, k: 'message', leg: 'server' },
      { s: 7, k: 'message', of: 1 },
      { s: 8, k: 'tap', at: 1 },
      { s: 9, k: 'tap', act: 'armed' },
    ]);
    expect(part.events[6]).not.toHaveProperty('of');
    expect(part.header.redacted?.map(({ s }) => s)).toEqual([-1, 1, 10]);
    expect(part.footer?.events).toBe(10);
  });
});

describe('a line that a reader would refuse', () => {
  const pairs = Array.from({ length: 60_000 }, (_, at) => ['X-Header', `value number ${at}`] as const);
  test.each<[string, EventBody]>([
    ['of too many headers', { k: 'http', x: 'x1', phase: 'response', status: 200, headers: pairs }],
    ['of an unknown kind with too many values', { k: 'unknown', fields: { k: 'new', list: pairs } }],
  ])('%s is written as a gap in its place', (_name, body) => {
    const events = toEvents([body, { k: 'stderr', text: 'after' }]);
    const { recorded, summary } = readRecorded(written({ header: HEADER, events, footer: footerOf(events) }));
    expect(summary).toMatchObject({ problems: [], cutShort: false });
    expect(recorded?.events).toMatchObject([
      { s: 0, k: 'gap' },
      { s: 1, k: 'stderr', text: 'after' },
    ]);
  });

  test('is none for a retry beyond the range of numbers', () => {
    const parsed = new SseParser().push(`retry: ${'9'.repeat(400)}\ndata: x\n\n`);
    expect(parsed).toHaveLength(1);
    // A file has no infinity: it would be read as something else than was written.
    expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed);
  });
});

describe('the end of a recording', () => {
  const notes = toEvents([
    { k: 'note', at: 0, text: 'a' },
    { k: 'note', at: 0, text: 'b' },
  ]).map(encodeEvent);
  const end = (events: number, reason = 'finished'): string => encodeEnd({ footer: true, events, reason });
  const read = (...lines: string[]): ReturnType<typeof readRecorded> =>
    readRecorded([encodeEnd(HEADER), ...lines].join('\n'));

  test('is the last footer, whatever stands between', () => {
    const { recorded, summary } = read(notes[0] ?? '', end(1, 'first'), notes[1] ?? '', end(2, 'second'));
    expect(summary).toMatchObject({ cutShort: false, events: 2, problems: [], footer: { reason: 'second' } });
    expect(recorded?.events.map(encodeEvent)).toEqual(notes);
    expect([...recordingLines(recorded ?? { header: HEADER, events: [] })].slice(1)).toEqual([
      ...notes,
      end(2, 'second'),
    ]);
  });

  test.each([
    ['there is no footer', [notes[0] ?? '']],
    ['events follow the last footer', [notes[0] ?? '', end(1), notes[1] ?? '']],
    ['a footer is not whole', [notes[0] ?? '', end(1).slice(0, -1)]],
    ['what follows a footer is not whole', [end(0), (notes[0] ?? '').slice(0, -1)]],
    ['the footer counts far more events than there are', [notes[0] ?? '', end(1_000_000)]],
  ])('is missing when %s', (_name, lines) => {
    const { recorded, summary } = read(...lines);
    expect(summary).toMatchObject({ cutShort: true, problems: [] });
    expect(recorded).not.toHaveProperty('footer');
  });

  test('keeps its unknown members', () => {
    const lines = [
      encodeEnd({ ...HEADER, ...{ sky: 'clear' } }),
      '{"footer":true,"events":0,"reason":"x","sky":["clear"]}',
    ];
    const { recorded } = readRecorded(lines.join('\n'));
    expect(recorded && [...recordingLines(recorded)]).toEqual(lines);
  });
});

describe('an older version', () => {
  /** Version 2 calls a title `name`; version 3 has times in nanoseconds. */
  const format: Format = {
    version: 3,
    steps: [
      {
        from: 2,
        header: (fields) => ({ ...fields, steps: 'renamed' }),
        event: ({ t, ...fields }) => ({ ...fields, t: Number(t) * 1000 }),
      },
      {
        from: 1,
        header: ({ title, ...fields }) => ({ ...fields, name: title, title: `${String(title)}!` }),
        event: (fields) => ({ ...fields, seen: 1 }),
      },
    ],
  };
  const text = [
    encodeEnd(HEADER),
    '{"s":0,"t":7,"k":"note","at":0,"text":"a","colour":"red"}',
    '{"s":1,"t":8,"k":"weather","sky":"clear"}',
  ].join('\n');

  test('is read step by step, with what is unknown kept', () => {
    const { recorded, summary } = readRecorded(text, { format });
    expect(summary.problems).toEqual([]);
    expect(recorded?.header).toMatchObject({
      mcprec: 3,
      id: 'r1',
      name: HEADER.title,
      title: `${HEADER.title}!`,
      steps: 'renamed',
    });
    expect(recorded?.events).toEqual([
      { s: 0, t: 7000, k: 'note', at: 0, text: 'a', colour: 'red', seen: 1 },
      { s: 1, t: 8000, k: 'unknown', fields: { k: 'weather', sky: 'clear', seen: 1 } },
    ]);
  });

  test('begins with the step of its own version', () => {
    const second = text.replace('"mcprec":1', '"mcprec":2');
    expect(readRecorded(second, { format }).recorded?.events[0]).toMatchObject({ t: 7000 });
    expect(readRecorded(second, { format }).recorded?.events[0]).not.toHaveProperty('seen');
    const present = readRecorded(text.replace('"mcprec":1', '"mcprec":3'), { format });
    expect(present.recorded?.events[0]).toMatchObject({ t: 7 });
  });

  test('is refused when it is newer, or when no step leads on from it', () => {
    const problem = { code: 'from-the-future', line: 1 };
    expect(readRecorded(text.replace('"mcprec":1', '"mcprec":4'), { format }).summary.problems).toMatchObject([
      problem,
    ]);
    expect(migrationFrom(1, { version: 3, steps: format.steps.slice(0, 1) })).toBeUndefined();
  });

  test('one step is one map, and the present version has none', () => {
    const fields: Fields = { a: 1 };
    expect(migrationFrom(2, format)?.event({ t: 1 })).toEqual({ t: 1000 });
    expect(migrationFrom(HEADER.mcprec)?.event(fields)).toBe(fields);
  });
});

describe('a line', () => {
  const nested = (depth: number): string =>
    `{"s":0,"t":0,"k":"a","b":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

  test('may nest so deep, and no deeper', () => {
    expect(decodeLine(nested(MAX_DEPTH), 2).type).toBe('event');
    for (const depth of [MAX_DEPTH + 1, 200_000])
      expect(decodeLine(nested(depth), 7)).toMatchObject({
        type: 'problem',
        problem: { code: 'too-complex', line: 7 },
      });
  });

  test('that is long for its values, not for its texts, is refused before it is parsed', () => {
    const values = `{"s":0,"t":0,"k":"a","b":[${'[],'.repeat(400_000)}0]}`;
    expect(decodeLine(values, 3)).toMatchObject({ type: 'problem', problem: { code: 'too-complex', line: 3 } });
    const text = encodeEvent({ s: 0, t: 0, k: 'stderr', text: '[],"\\'.repeat(400_000) });
    expect(decodeLine(text, 3).type).toBe('event');
  });

  test.each([
    ['another word where words are listed', '{"s":0,"t":0,"k":"timeout","at":0,"limit":"constructor","ms":1}'],
    ['a member of the wrong type', '{"s":0,"t":0,"k":"http","x":"1","phase":"end","status":"200"}'],
    ['text and bytes at once', '{"s":0,"t":0,"k":"stderr","text":"a","b64":"YQ=="}'],
    ['no base64 where it says so', '{"s":0,"t":0,"k":"stderr","b64":"a=b"}'],
    [
      'what only a relay may say',
      '{"s":0,"t":0,"k":"message","dir":"c2s","raw":"a","large":{"bytes":1,"decoded":{"kind":"invalid","faults":[]}}}',
    ],
    ['an own member named __proto__', '{"s":0,"t":0,"k":"a","__proto__":{"k":"note"}}'],
  ])('with %s is an event of an unknown kind, and is kept', (_name, line) => {
    const decoded = decodeLine(line, 2);
    if (decoded.type !== 'event') throw new Error(decoded.type);
    expect(decoded.event.k).toBe('unknown');
    expect(encodeEvent(decoded.event)).toBe(line);
  });

  test('of a message is what JSON says it is, whatever its text looks like', () => {
    const pieces = fc.constantFrom(
      '"',
      '}',
      ',',
      '\\\\',
      '\\"',
      '"}',
      '"x":"y',
      ':',
      'a',
      '\\u0041',
      '\n',
      '{',
      '\u2028',
    );
    const head = fc.constantFrom(
      '{"s":7,"t":12,',
      '{"s":07,"t":12,',
      '{"s":7,"t":-1,',
      '{"t":12,"s":7,',
      ' {"s":7,"t":12,',
    );
    fc.assert(
      fc.property(head, fc.constantFrom('s2c', 'c2s', 'x'), fc.array(pieces), (start, dir, text) => {
        const line = `${start}"k":"message","dir":"${dir}","raw":"${text.join('')}"}`;
        const told = [line, line.replace('"k"', ' "k"')].map((each) => decodeLine(each, 2));
        const [plain, spaced] = told.map((each) => (each.type === 'problem' ? each.problem.code : each));
        expect(plain).toEqual(spaced);
      }),
      { numRuns: runs(3000) },
    );
  });

  test.each([
    '{"s":1.5,"t":0,"k":"a"}',
    '{"s":0,"t":-1,"k":"a"}',
    '{"s":0,"t":1e400,"k":"a"}',
    '{"s":0,"t":0}',
    '{"s":"0","t":0,"k":"a"}',
  ])('%s is refused', (line) =>
    expect(decodeLine(line, 2)).toMatchObject({ type: 'problem', problem: { code: 'bad-event', line: 2 } }),
  );

  test.each(['by', 'startedAt', 'connection', 'imported', 'redacted', 'id', 'route'])(
    'of a header with a forged %s is refused',
    (name) => {
      expect(decodeLine(JSON.stringify({ ...HEADER, [name]: [{}] }), 1)).toMatchObject({
        type: 'problem',
        problem: { code: 'bad-header', line: 1, detail: name },
      });
    },
  );

  test('past the bounds of a reader is named', () => {
    const text = [
      encodeEnd(HEADER),
      ...toEvents([
        { k: 'note', at: 0, text: 'x' },
        { k: 'note', at: 0, text: 'x' },
      ]).map(encodeEvent),
    ].join('\n');
    expect(readRecorded(text, { events: 1 }).summary.problems).toMatchObject([{ code: 'too-many-events', line: 3 }]);
    expect(readRecorded(cut(text, [30, 60]), { text: 100 }).summary.problems).toMatchObject([
      { code: 'too-long', line: 1 },
    ]);
  });
});

test('a line begins with number and time, in whatever order an event has its fields', () => {
  fc.assert(
    fc.property(eventBody, fc.nat(), fc.constantFrom('first', 'last', 'turned'), (body, t, order) => {
      const place = { s: 7, t };
      const event =
        order === 'first' ? { ...place, ...body } : order === 'last' ? { ...body, ...place } : { t, s: 7, ...body };
      const rest = body.k === 'unknown' ? body.fields : body;
      expect(encodeEvent(event)).toBe(JSON.stringify({ s: 7, t, ...rest }));
    }),
  );
});
