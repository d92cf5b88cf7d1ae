/** The stored samples of every format version: each opens, and says what it said when it was made. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeLine, encodeEnd, encodeEvent, readRecorded, recordingLines } from '#shared/recording';
import expected from '../../../samples/expected.json' with { type: 'json' };
import { summaryOf } from '../../../samples/summary.ts';
import { problemsOfLine } from '../../recording-schema.ts';

const SAMPLES = new URL('../../../samples/', import.meta.url);
const VERSIONS = readdirSync(SAMPLES).filter((name) => /^v\d+$/.test(name));
const NAMES = VERSIONS.flatMap((version) =>
  readdirSync(new URL(`${version}/`, SAMPLES)).map((name) => `${version}/${name}`),
);

function textOfSample(name: string): string {
  const bytes = readFileSync(new URL(name, SAMPLES));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

describe('a stored sample', () => {
  test('is small, and each is held to something', () => {
    expect(NAMES.sort()).toEqual(Object.keys(expected).sort());
    const sizes = NAMES.map((name) => readFileSync(new URL(name, SAMPLES)).length);
    expect(Math.max(...sizes)).toBeLessThan(200_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
  });

  test.each(NAMES)('%s opens and says what it said', (name) => {
    const { recorded, summary } = readRecorded(textOfSample(name));
    expect(summary.problems).toEqual([]);
    expect(summaryOf(recorded?.events ?? [], summary.cutShort)).toEqual(
      Object.entries(expected).find(([known]) => known === name)?.[1],
    );
  });

  test.each(NAMES)('%s has only lines that the schema allows and that are written as they were read', (name) => {
    const cut = name.includes('cut-short');
    const lines = textOfSample(name).split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(10);
    lines.forEach((line, index) => {
      expect(problemsOfLine(JSON.parse(line))).toEqual([]);
      const decoded = decodeLine(line, index + 1);
      if (decoded.type === 'problem') throw new Error(decoded.problem.detail);
      const again =
        decoded.type === 'event'
          ? encodeEvent(decoded.event)
          : encodeEnd(decoded.type === 'header' ? decoded.header : decoded.footer);
      expect(JSON.parse(again)).toEqual(JSON.parse(line));
    });
    const { recorded } = readRecorded(textOfSample(name));
    if (!recorded) throw new Error('not read');
    const written = [...recordingLines(recorded)];
    const footers = lines.filter((line) => decodeLine(line, 2).type === 'footer').length;
    expect(written.length).toBe(lines.length - Math.max(0, footers - 1));
    expect(footers === 0).toBe(cut);
  });
});
