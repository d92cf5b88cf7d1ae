/** What a recorder holds, writes and gives to pages are the same bytes, however lines and reads are cut. */
import { mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { encodeEnd, encodeEvent, type WireEvent } from '#shared/recording';
import { Recorder, type Write } from '../../../../relay/recording/index.ts';
import { HEADER } from '../../arbitraries.ts';
import { runs } from '../../seed.ts';

/** A recorder in a folder of its own, and the number of its writes. */
function recorderOf(write: Write = writeSync): { recorder: Recorder; writes: () => number } {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  let count = 0;
  const recorder = new Recorder({
    path: join(folder, 'x.mcprec'),
    header: HEADER,
    failed: () => undefined,
    write: (file, bytes, offset) => {
      count++;
      return write(file, bytes, offset);
    },
  });
  onTestFinished(() => {
    recorder.release();
    rmSync(folder, { recursive: true, force: true });
  });
  return { recorder, writes: () => count };
}

const said = (s: number, raw: string): WireEvent => ({ s, t: s, k: 'message', dir: 's2c', raw });

test('lines of any length are read as they were recorded, in parts of any size', () => {
  const size = fc.oneof({ weight: 5, arbitrary: fc.nat(100) }, fc.constantFrom(90_000, 131_000, 262_100, 300_000));
  const sizes = fc.array(size, { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(sizes, fc.nat(5), fc.integer({ min: 1, max: 400_000 }), (lengths, together, most) => {
      const { recorder } = recorderOf();
      const events = lengths.map((length, s) => said(s, '€"\\é'.repeat(length).slice(0, length)));
      for (let s = 0; s < events.length; s += together + 1) recorder.record(events.slice(s, s + together + 1));
      const lines = events.map(encodeEvent);
      const parts: Buffer[] = [];
      const texts: string[] = [];
      for (let s = 0; s < events.length;) {
        const { count, bytes } = recorder.read(s, most);
        expect(count === 1 || bytes.length <= most).toBe(true);
        texts.push(...recorder.lines(s, most));
        parts.push(bytes);
        s += count;
      }
      const whole = lines.map((line) => `${line}\n`).join('');
      expect(Buffer.concat(parts).toString() === whole).toBe(true);
      expect(texts).toEqual(lines);
      recorder.finish('finished');
      const footer = encodeEnd({ footer: true, events: events.length, reason: 'finished' });
      expect(readFileSync(recorder.path, 'utf8') === `${encodeEnd(HEADER)}\n${whole}${footer}\n`).toBe(true);
      // A note after the end stands behind the footer.
      recorder.annotate(0, 'a note');
      expect(recorder.lines(events.length, 0)[0]).toContain('"a note"');
    }),
    { numRuns: runs(30) },
  );
});

test('parts that pages still hold do not change, and are not copied', () => {
  const { recorder } = recorderOf();
  recorder.record([said(0, 'first')]);
  const { bytes } = recorder.read(0, 1000);
  const before = bytes.toString();
  for (let s = 1; s < 2000; s++) recorder.record([said(s, 'x'.repeat(8000))]);
  expect(bytes.toString()).toBe(before);
  const newest = [recorder.read(1990, 100_000), recorder.read(1990, 100_000)];
  expect(newest[0]?.bytes.buffer).toBe(newest[1]?.bytes.buffer);
});

test('the first event of a turn is written at once, a burst after it together', async () => {
  const { recorder, writes } = recorderOf();
  recorder.record([said(0, 'first')]);
  expect(readFileSync(recorder.path, 'utf8')).toContain('first');
  const before = writes();
  for (let s = 1; s <= 500; s++) recorder.record([said(s, 'x')]);
  expect(recorder.isWritten).toBe(false);
  await new Promise(process.nextTick);
  expect(recorder.isWritten).toBe(true);
  expect(writes() - before).toBeLessThan(3);
  expect(readFileSync(recorder.path, 'utf8').trimEnd().split('\n')).toHaveLength(502);
});
