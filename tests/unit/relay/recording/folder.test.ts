/** Recordings on the disk, gzipped and not: what a relay serves of them is what a reader reads. */
import { runs, seed } from '../../seed.ts';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  encodeEnd,
  encodeEvent,
  readRecorded,
  type HeldRecording as Recorded,
  type WireEvent,
} from '#shared/recording';
import { loadRecording, readHeader, RecordingFile, saveRecording } from '../../../../relay/recording/index.ts';
import { unpack } from '../../../../relay/recording/unpack.ts';
import { HEADER, toEvents } from '../../arbitraries.ts';
import { BASES, DAMAGES, randomFrom } from '../../hostile-cases.ts';

const SAMPLES = fileURLToPath(new URL('../../../samples/v1/', import.meta.url));

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder(), name);
  writeFileSync(path, content);
  return path;
}

/** Open it, and give it back after the test. */
async function open(path: string): Promise<RecordingFile> {
  const opened = await RecordingFile.open(path);
  if (!opened.ok) throw new Error(opened.problem.code);
  const { recording } = opened;
  onTestFinished(() => recording.release());
  return recording;
}

const textOf = (path: string): string => {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
};

/** The events that the file serves, some lines at a time. */
function served(recording: RecordingFile, bytes = 2000): unknown[] {
  const lines: string[] = [];
  while (lines.length < recording.count) lines.push(...recording.lines(lines.length, bytes));
  return lines.map((line) => JSON.parse(line) as unknown);
}

const asRead = (events: readonly WireEvent[]): unknown[] =>
  events.map((event) => JSON.parse(encodeEvent(event)) as unknown);

describe('a recording on the disk', () => {
  test.each(readdirSync(SAMPLES))('%s is served as it is read', async (name) => {
    const recording = await open(join(SAMPLES, name));
    const { recorded } = readRecorded(textOf(join(SAMPLES, name)));
    expect(recording.header).toEqual(recorded?.header);
    expect(served(recording)).toEqual(asRead(recorded?.events ?? []));
  });

  test('is taken in as far as a reader takes it, however it is damaged', async () => {
    const path = file('x.mcprec', '');
    for (const [index, damage] of Object.values(DAMAGES).entries()) {
      for (let at = 0; at < runs(40); at++) {
        const random = randomFrom(seed(500) + index * 1000 + at);
        const bytes = Buffer.from(damage(BASES[random(BASES.length)] ?? [], random));
        writeFileSync(path, bytes);
        const { recorded, summary } = readRecorded(bytes.toString());
        const opened = await RecordingFile.open(path);
        expect(opened.ok).toBe(recorded !== undefined);
        expect(opened.problem).toEqual(summary.damage);
        if (!opened.ok) continue;
        expect(opened.recording.count).toBe(recorded?.events.length);
        expect(opened.recording.lines(0, 1e9).map((line) => (JSON.parse(line) as WireEvent).s)).toEqual(
          recorded?.events.map(({ s }) => s),
        );
        opened.recording.release();
      }
    }
  });

  test('is written for this person only, gzipped by its name, and loaded again', async () => {
    const events = toEvents([{ k: 'stderr', text: 'é😀\n' }]);
    const recorded: Recorded = { header: HEADER, events, footer: { footer: true, events: 1, reason: 'finished' } };
    for (const name of ['a.mcprec', 'a.mcprec.gz']) {
      const path = join(folder(), name);
      saveRecording(path, recorded);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readFileSync(path)[0] === 0x1f).toBe(name.endsWith('.gz'));
      expect(await loadRecording(path)).toEqual({ ok: true, recorded });
    }
  });
});

describe('a gzipped recording', () => {
  const lines = [
    encodeEnd(HEADER),
    ...toEvents([
      { k: 'note', at: 0, text: 'a' },
      { k: 'stderr', text: 'b'.repeat(100_000) },
    ]).map(encodeEvent),
  ];

  test('is told by its content, unpacked where only this person reads, and gone when it is given back', async () => {
    const path = file('x.mcprec', gzipSync(lines.join('\n')));
    const opened = await RecordingFile.open(path);
    if (!opened.ok) throw new Error(opened.problem.code);
    const { recording } = opened;
    expect(recording.lines(0, 1e6)).toEqual(lines.slice(1));
    expect(statSync(recording.path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(recording.path)).mode & 0o777).toBe(0o700);
    expect(readFileSync(recording.path, 'utf8').slice(0, recording.bytes)).toBe(lines.join('\n'));
    recording.release();
    expect(existsSync(dirname(recording.path))).toBe(false);
  });

  test('that is damaged gives what comes before the damage', async () => {
    // Random text, so that half of the packed bytes hold about half of it.
    const random = randomFrom(1);
    const events = toEvents(
      Array.from({ length: 200 }, () => ({
        k: 'note',
        at: 0,
        text: Array.from({ length: 1000 }, () => String.fromCharCode(32 + random(90))).join(''),
      })),
    );
    const packed = gzipSync([encodeEnd(HEADER), ...events.map(encodeEvent), ''].join('\n'));
    const path = file('x.mcprec.gz', packed.subarray(0, packed.length >> 1));
    const recording = await open(path);
    expect(recording.count).toBeGreaterThan(10);
    expect(recording.count).toBeLessThan(200);
    expect(await loadRecording(path)).toMatchObject({
      ok: true,
      damage: { cutShort: true, lines: [{ code: 'bad-packing' }] },
      recorded: { events: { length: recording.count } },
    });
  });

  test('of which nothing is left where it could not be written, and whose long header is read', async () => {
    const taken = join(folder(), 'folder.mcprec');
    mkdirSync(taken);
    expect(() => saveRecording(taken, { header: HEADER, events: [] })).toThrow();
    expect(readdirSync(dirname(taken))).toEqual(['folder.mcprec']);
    const link = join(folder(), 'link.mcprec');
    symlinkSync(file('target.mcprec', 'old'), link);
    saveRecording(link, { header: HEADER, events: [] });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(textOf(link)).toBe(`${encodeEnd(HEADER)}\n`);
    const place = { s: 0, path: ['raw'], placeholder: '‹secret:1›', rule: 'members' };
    const header = { ...HEADER, redacted: Array.from({ length: 6000 }, () => place) };
    const path = file('long-header.mcprec', '');
    saveRecording(path, { header, events: [] });
    expect(statSync(path).size).toBeGreaterThan(256 * 1024);
    expect(await readHeader(path)).toEqual(header);
  });

  test('that is none, or that unpacks to too much, is refused and leaves nothing', async () => {
    const path = file('x.mcprec.gz', Buffer.from([0x1f, 0x8b, 1, 2, 3]));
    expect(await RecordingFile.open(path)).toMatchObject({ ok: false, problem: { code: 'unreadable' } });
    expect(await loadRecording(path)).toMatchObject({ ok: false, sentence: expect.stringContaining('can’t be read') });
    await expect(unpack(file('y.mcprec.gz', gzipSync('x'.repeat(1_000_000))), 10_000)).rejects.toThrow(
      'more than 10000 bytes',
    );
  });
});

describe('a note on a recording that is over', () => {
  const event = encodeEvent({ s: 0, t: 7, k: 'stderr', text: 'a' });
  const end = encodeEnd({ footer: true, events: 1, reason: 'finished' });

  const gap = { s: 1, t: 7, k: 'gap', bytes: 9, why: 'unfinished line of the recording' };

  test.each([
    ['closed', [encodeEnd(HEADER), event, end, ''], false, []],
    ['closed, without its last line end', [encodeEnd(HEADER), event, end], false, []],
    ['without an end', [encodeEnd(HEADER), event, ''], true, []],
    ['cut in its last line, which leaves a gap', [encodeEnd(HEADER), event, '{"s":1,"t'], true, [gap]],
  ])('stands after its end: %s', async (_name, lines, cutShort, gaps) => {
    const path = file('x.mcprec', lines.join('\n'));
    const recording = await open(path);
    recording.annotate(0, 'first');
    recording.annotate(0, 'second');
    const { recorded, summary } = readRecorded(readFileSync(path, 'utf8'));
    expect(summary).toMatchObject({ cutShort, problems: [] });
    const from = 1 + gaps.length;
    expect(recorded?.events.slice(1)).toEqual([
      ...gaps,
      { s: from, t: 7, k: 'note', at: 0, text: 'first' },
      { s: from + 1, t: 7, k: 'note', at: 0, text: 'second' },
    ]);
    for (const each of [recording, await open(path)]) {
      expect(served(each, 10)).toEqual(asRead(recorded?.events ?? []));
      expect(each.lines(1, 1e6)).toHaveLength(from + 1);
      expect(each.bytes).toBe(statSync(path).size);
    }
  });

  test('is put into a gzipped file too, which stays gzipped', async () => {
    const path = file('x.mcprec.gz', gzipSync([encodeEnd(HEADER), event, end, ''].join('\n')));
    const packed = await open(path);
    packed.annotate(0, 'a');
    const { recorded, summary } = readRecorded(gunzipSync(readFileSync(path)).toString());
    expect(summary).toMatchObject({ cutShort: false, problems: [] });
    expect(recorded?.events.slice(1)).toEqual([{ s: 1, t: 7, k: 'note', at: 0, text: 'a' }]);
    expect(served(packed, 10)).toEqual(asRead(recorded?.events ?? []));
  });

  test('is not taken where it could not stay', async () => {
    const damaged = await open(file('y.mcprec', [encodeEnd(HEADER), event, 'garbage', ''].join('\n')));
    expect(() => damaged.annotate(0, 'a')).toThrow('damaged');
    expect(damaged.count).toBe(1);
  });
});
