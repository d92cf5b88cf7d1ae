/** Recordings that are too long to be held: what is read from the file when asked for is what a reader holds. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { diagramOf, wanted } from '../../../../shared/export/diagram.ts';
import { judgeRecording, RecordingJudge } from '#shared/findings';
import {
  encodeEnd,
  encodeEvent,
  recordingPieces,
  type EventList,
  type RecordingHeader,
  type WireEvent,
} from '#shared/recording';
import { planRedaction, redact } from '#shared/redact';
import { SESSION, SessionLog } from '#shared/session';
import { loadRecording, openRecording } from '../../../../relay/recording/index.ts';
import { readLines } from '../../../../relay/recording/read-lines.ts';
import { HEADER, toEvents } from '../../arbitraries.ts';
import { BASES, DAMAGES, randomFrom } from '../../hostile-cases.ts';
import { runs, seed } from '../../seed.ts';

function path(content: string | Uint8Array, name = 'x.mcprec'): string {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const NOT_HELD = { maxHeld: 0 };

/** Opened without holding anything, with what was told while it was read. */
async function opened(file: string) {
  const told: WireEvent[] = [];
  let begun: { readonly header: RecordingHeader; readonly events: EventList } | undefined;
  const loaded = await openRecording(file, NOT_HELD, (recorded) => {
    begun = recorded;
    told.length = 0;
    return (event) => void told.push(event);
  });
  return { loaded, told, begun };
}

test('a file says the same whether it is held or read when asked, however it is damaged, gzipped or not', async () => {
  for (const [index, damage] of Object.values(DAMAGES).entries()) {
    for (let at = 0; at < runs(20); at++) {
      const random = randomFrom(seed(700) + index * 1000 + at);
      const bytes = Buffer.from(damage(BASES[random(BASES.length)] ?? [], random));
      const file = path(at % 4 === 0 ? gzipSync(bytes) : bytes);
      const whole = await loadRecording(file);
      const { loaded, told, begun } = await opened(file);
      if (!whole.ok || !loaded.ok) {
        expect(loaded).toEqual(whole);
        continue;
      }
      const { events, ...rest } = loaded.recorded;
      const { events: held, ...wholeRest } = whole.recorded;
      expect({ ...rest, damage: loaded.damage }).toEqual({ ...wholeRest, damage: whole.damage });
      expect(begun?.header).toEqual(rest.header);
      expect(told).toEqual(held);
      expect(events).toHaveLength(held.length);
      expect([...events]).toEqual(held);
      for (const s of [held.length - 1, random(held.length + 1), 0, held.length, -1, -1 - random(held.length + 2)])
        expect(events.at(s)).toEqual(held.at(s));
      const from = random(held.length + 1);
      expect(events.slice(from, from + 5)).toEqual(held.slice(from, from + 5));
    }
  }
});

/** A session with requests, secrets, notes and lines longer than what is read at once. */
function session(count: number): WireEvent[] {
  const bodies = Array.from({ length: count }, (_, n) => {
    const id = Math.floor(n / 4);
    if (n === 100) return { k: 'stderr', text: `${'long '.repeat(40_000)}\n` } as const;
    switch (n % 4) {
      case 0:
        return message('c2s', { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'a', arguments: { id } } });
      case 1:
        return message('s2c', { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: n } });
      case 2:
        return message('s2c', { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `é${n}` }] } });
      default:
        return n % 80 === 3
          ? ({ k: 'stderr', text: `password=hunter${n}xyz\n` } as const)
          : ({ k: 'note', at: n - 1, text: 'seen' } as const);
    }
  });
  return toEvents(bodies);
}
const message = (dir: 'c2s' | 's2c', value: unknown) =>
  ({ k: 'message', dir, raw: JSON.stringify(value), ...(dir === 'c2s' ? { by: 'user' as const } : {}) }) as const;

const COUNT = 3000;
const fileOf = (events: readonly WireEvent[]): string =>
  path([encodeEnd(HEADER), ...events.map(encodeEvent), ''].join('\n'));

test('of a long recording only what was just read is in memory', async () => {
  const { loaded } = await opened(fileOf(session(COUNT)));
  if (!loaded.ok) throw new Error(loaded.sentence);
  const { events } = loaded.recorded;
  const first = [...events];
  expect(first).toHaveLength(COUNT);
  // What is asked again is the same object only where it was kept.
  const kept = first.filter((event, s) => events.at(s) === event).length;
  expect(kept).toBeLessThan(COUNT / 40);
  expect(events.at(5)).toBe(events.at(5));
  expect(events.at(100)).toBe(events.at(100));
});

test('a log of events that stand elsewhere asks for none of them while it grows, and answers as one that holds them', () => {
  const all = session(COUNT);
  let asked = 0;
  const elsewhere: EventList = {
    length: all.length,
    at: (s) => (asked++, all.at(s)),
    slice: (from, to) => all.slice(from, to),
    [Symbol.iterator]: () => all[Symbol.iterator](),
  };
  const log = new SessionLog(elsewhere);
  const own = new SessionLog();
  for (const event of all.slice(0, 2000)) {
    log.append(event);
    own.append(event);
  }
  expect(asked).toBe(0);
  // The list is ahead of the log.
  expect([log.length, log.event(1999), log.event(2000), log.event(-1)]).toEqual([
    2000,
    all[1999],
    undefined,
    undefined,
  ]);
  expect(log.state).toEqual(own.state);
  expect([...log.notes]).toEqual([...own.notes]);
  for (const s of [1500, 3, 1999]) {
    expect(log.asOf(SESSION, s)).toEqual(own.asOf(SESSION, s));
    expect(log.decoded(s)).toEqual(own.decoded(s));
  }
});

test('what is drawn, found and redacted of a file that is not held is that of one that is', async () => {
  const file = fileOf(session(COUNT));
  const whole = await loadRecording(file);
  let judge: RecordingJudge | undefined;
  const loaded = await openRecording(file, NOT_HELD, (recorded) => {
    const own = (judge = new RecordingJudge(recorded));
    return (event) => own.take(event);
  });
  if (!whole.ok || !loaded.ok) throw new Error('not read');
  const { log: _, ...found } = judgeRecording(whole.recorded);
  const { log: __, ...foundWhileRead } = judge?.judged() ?? {};
  expect(foundWhileRead).toEqual(found);
  const drawn = (recorded: typeof loaded.recorded) => {
    const { log: ___, ...rest } = diagramOf(recorded, wanted({}, COUNT));
    return rest;
  };
  expect(drawn(loaded.recorded)).toEqual(drawn(whole.recorded));
  const plan = planRedaction(loaded.recorded);
  expect(plan.secrets.length).toBeGreaterThan(30);
  expect(plan).toEqual(planRedaction(whole.recorded));
  const texts = (recorded: typeof loaded.recorded): string => [...recordingPieces(redact(recorded, plan))].join('');
  expect(texts(loaded.recorded)).toBe(texts(whole.recorded));
  expect(texts(loaded.recorded)).not.toContain('hunter');
});

test('a gzipped recording that no copy can be made of is held after all', async () => {
  const events = session(200);
  const file = path(gzipSync([encodeEnd(HEADER), ...events.map(encodeEvent), ''].join('\n')));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, join(file, 'no folder'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { loaded, told } = await opened(file);
  if (!loaded.ok) throw new Error(loaded.sentence);
  expect([...loaded.recorded.events]).toEqual(events);
  expect(told).toEqual(events);
  expect(loaded.damage).toMatchObject({ places: 0 });
});

test('what fails in who follows a recording is no damage of its file', async () => {
  const lines = [encodeEnd(HEADER), ...session(200).map(encodeEvent), ''].join('\n');
  for (const file of [path(lines), path(gzipSync(lines))]) {
    const reading = openRecording(file, NOT_HELD, () => (event) => {
      if (event.s === 150) throw new Error('a mistake');
    });
    await expect(reading).rejects.toThrow('a mistake');
  }
});

test('what is held as a whole has a bound: a small file may unpack without end', async () => {
  const events = session(200);
  const lines = [encodeEnd(HEADER), ...events.map(encodeEvent), ''].join('\n');
  for (const file of [path(lines), path(gzipSync(lines))]) {
    const loaded = await loadRecording(file, { maxHeld: 5000 });
    if (!loaded.ok) throw new Error(loaded.sentence);
    const { length } = loaded.recorded.events;
    expect(length).toBeGreaterThan(10);
    expect(length).toBeLessThan(100);
    expect(loaded.recorded.events).toEqual(events.slice(0, length));
    expect(loaded.damage?.lines).toEqual([{ line: length + 2, code: 'too-long' }]);
  }
});

test('lines that are not there any more are told as a file that was changed', () => {
  const one = encodeEvent({ s: 0, t: 0, k: 'note', at: 0, text: 'a' });
  const file = openSync(path(`${one}\n`), 'r');
  onTestFinished(() => closeSync(file));
  expect(() => readLines(file, 0, one.length + 1, 2)).toThrow('was changed');
  expect(readLines(file, 0, one.length + 1, 1).count).toBe(1);
});

test('who follows a packed recording may ask for what came long before, whatever its size is said to be', async () => {
  const events = toEvents(Array.from({ length: 3000 }, (_, at) => ({ k: 'stderr', text: `line ${at}` })));
  const bytes = Buffer.from([...recordingPieces({ header: HEADER, events })].join(''));
  // Of two members, the last alone says how long it is.
  const parts = Buffer.concat([gzipSync(bytes.subarray(0, -20)), gzipSync(bytes.subarray(-20))]);
  for (const [packed, maxHeld] of [
    [gzipSync(bytes), 0],
    [parts, 1000],
  ] as const) {
    const asked: (WireEvent | undefined)[] = [];
    const loaded = await openRecording(path(packed), { maxHeld }, (recorded) => {
      asked.length = 0;
      return ({ s }) => void asked.push(recorded.events.at(Math.max(0, s - 2000)));
    });
    expect(loaded.ok).toBe(true);
    expect(asked).toEqual(events.map(({ s }) => events[Math.max(0, s - 2000)]));
  }
});
