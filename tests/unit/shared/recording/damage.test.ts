/** What a reader makes of damage: whatever happens to a line, the events of every other line are there, and what is missing is a gap. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeEnd,
  encodeEvent,
  isLoss,
  readRecorded,
  RecordingReader,
  recordingLines,
  type HeldRecording as Recorded,
  type WireEvent,
} from '#shared/recording';
import { anyEvents, cut, HEADER, sessionBody } from '../../arbitraries.ts';
import { runs } from '../../seed.ts';

const linesOf = (events: readonly WireEvent[]): string[] => [
  encodeEnd(HEADER),
  ...events.map(encodeEvent),
  encodeEnd({ footer: true, events: events.length, reason: 'finished' }),
];
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** What happens to a line: gives what stands in its place. */
const DAMAGES: { readonly [name: string]: (line: string, place: number) => readonly string[] } = {
  cut: (line, place) => [line.slice(0, place % line.length)],
  garbled: (line, place) => [`${line.slice(0, place % line.length)}\u0000${line.slice((place % line.length) + 1)}`],
  'of another number': (line, place) => [line.replace(/^\{"s":\d+/, `{"s":${place}`)],
  doubled: (line) => [line, line],
  dropped: () => [],
  'followed by another text': (line) => [line, '{oops'],
};

const damaged = fc.record({
  events: anyEvents(sessionBody).filter(({ length }) => length > 1),
  at: fc.nat(),
  place: fc.nat({ max: 5000 }),
  places: fc.array(fc.nat(), { maxLength: 8 }),
});

/** The recording, damaged at the line of one of its events; the number of that event. */
function damage(
  name: string,
  { events, at, place }: { events: readonly WireEvent[]; at: number; place: number },
): { readonly text: string; readonly hit: number } {
  const lines = linesOf(events);
  const hit = at % events.length;
  const damagedLines = DAMAGES[name]?.(lines[hit + 1] ?? '', place) ?? [];
  return { text: textOf([...lines.slice(0, hit + 1), ...damagedLines, ...lines.slice(hit + 2)]), hit };
}

describe.each(Object.keys(DAMAGES))('a line that is %s', (name) => {
  test('costs no other event, at any place', () => {
    fc.assert(
      fc.property(damaged, (given) => {
        const { text, hit } = damage(name, given);
        const { recorded, summary } = readRecorded(text);
        const { events } = given;
        expect(recorded?.events).toHaveLength(events.length);
        recorded?.events.forEach((event, s) => {
          if (s !== hit) expect(event).toEqual(events[s]);
          else if (isLoss(event)) expect(event).toMatchObject({ s, k: 'gap', events: 1 });
        });
        expect(summary.cutShort).toBe(false);
        // Nothing is lost in silence.
        if (recorded?.events[hit]?.k === 'gap' && events[hit]?.k !== 'gap') expect(summary.damage).toBeDefined();
      }),
      { numRuns: runs(200) },
    );
  });

  test('reads the same in pieces, and its copy says the same', () => {
    fc.assert(
      fc.property(damaged, (given) => {
        const { text } = damage(name, given);
        const whole = readRecorded(text);
        expect(readRecorded(cut(text, given.places))).toEqual(whole);
        const { recorded: copy, summary } = readRecorded(textOf([...recordingLines(whole.recorded as Recorded)]));
        expect(copy).toEqual(whole.recorded);
        expect(copy?.events.filter(isLoss)).toEqual(whole.recorded?.events.filter(isLoss));
        expect(summary.problems.every(({ code }) => code === 'clock-back' || code === 'unknown-direction')).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });
});

const notes = (count: number): WireEvent[] =>
  Array.from({ length: count }, (_, s) => ({ s, t: s * 10, k: 'note', at: s, text: `note ${s}` }));
const read = (lines: readonly string[]): ReturnType<typeof readRecorded> => readRecorded(textOf(lines));

test('many lines of all kinds of damage cost no more than themselves', () => {
  const lines = linesOf(notes(200));
  lines[20] = '{"s":19,"t":';
  lines[50] = lines[50]?.replace('"s":49', '"s":94') ?? '';
  lines.splice(120, 7);
  lines.splice(150, 0, lines[10] ?? '', 'no JSON', '', '[]');
  const { recorded, summary } = read(lines);
  const gone = recorded?.events.filter(isLoss).map(({ s }) => s);
  expect(gone).toEqual([19, 49, 119, 120, 121, 122, 123, 124, 125]);
  expect(recorded?.events.filter((event) => !isLoss(event))).toEqual(notes(200).filter(({ s }) => !gone?.includes(s)));
  expect(summary.problems.map(({ code, line }) => [line, code])).toEqual([
    [21, 'not-json'],
    [51, 'out-of-order'],
    [121, 'missing'],
    [151, 'out-of-order'],
    [152, 'not-json'],
    [154, 'bad-event'],
  ]);
  expect(summary.damage).toMatchObject({ line: 21, places: 6 });
});

test('a gap has its reason, the number of its event and the time of the one before', () => {
  const lines = linesOf(notes(4));
  lines[2] = '{oops';
  lines.splice(3, 1);
  expect(read(lines).recorded?.events.slice(1, 3)).toEqual([
    { s: 1, t: 0, k: 'gap', events: 1, why: 'damaged line of the recording (not-json)' },
    { s: 2, t: 0, k: 'gap', events: 1, why: 'damaged line of the recording (not-json)' },
  ]);
  lines.splice(2, 1);
  expect(read(lines).recorded?.events[1]).toMatchObject({ k: 'gap', why: 'missing from the recording' });
});

test('a last event that is missing is known from the footer', () => {
  const lines = linesOf(notes(3));
  lines.splice(3, 1);
  const { recorded, summary } = read(lines);
  expect(recorded?.events[2]).toMatchObject({ s: 2, k: 'gap' });
  expect(summary).toMatchObject({ cutShort: false, damage: { code: 'missing', places: 1 } });
});

test('a number that is far too high neither fills the memory nor costs the events behind it', () => {
  for (const s of [5_000_000, Number.MAX_SAFE_INTEGER]) {
    const lines = linesOf(notes(5));
    lines[3] = lines[3]?.replace('"s":2', `"s":${s}`) ?? '';
    lines.splice(5);
    const { recorded } = read(lines);
    expect(recorded?.events.map(({ k }) => k)).toEqual(['note', 'note', 'gap', 'note']);
    const alone = new RecordingReader();
    alone.push(textOf([encodeEnd(HEADER), encodeEvent({ s, t: 0, k: 'note', at: 0, text: '' })]));
    expect(alone.end()).toMatchObject({ events: [], summary: { damage: { code: 'out-of-order' } } });
  }
});

test('a clock that goes back, and a message that goes neither way, are said and kept', () => {
  const lines = linesOf(notes(4));
  lines[3] = '{"s":2,"t":3,"k":"message","dir":"up","raw":"{}"}';
  const { recorded, summary } = read(lines);
  expect(recorded && [...recordingLines(recorded)]).toEqual(lines);
  expect(summary.problems).toMatchObject([
    { code: 'clock-back', line: 4, detail: '3 after 10' },
    { code: 'unknown-direction', line: 4, detail: '"up"' },
  ]);
});

test('another recording behind the first is not mixed into it', () => {
  const other = [encodeEnd({ ...HEADER, id: 'other' }), ...notes(9).map(encodeEvent)];
  const { recorded, summary } = read([...linesOf(notes(3)), ...other]);
  expect(recorded?.events).toEqual(notes(3));
  expect(summary).toMatchObject({ cutShort: false, damage: { code: 'another-recording', line: 6, stopped: true } });
  // The same header twice is a line that was doubled.
  const [header = '', ...rest] = linesOf(notes(3));
  expect(read([header, header, ...rest]).recorded?.events).toEqual(notes(3));
});

test('only the first problems are named, and all are counted', () => {
  const lines = linesOf(notes(3));
  lines.splice(2, 0, ...Array.from({ length: 1000 }, () => 'oops'));
  expect(read(lines).summary).toMatchObject({ damage: { places: 1000, line: 3 } });
  expect(read(lines).summary.problems).toHaveLength(100);
});
