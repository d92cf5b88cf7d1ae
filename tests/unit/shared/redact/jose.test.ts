/** Tokens of JOSE are found in linear time, wherever they begin. */
import { describe, expect, test } from 'vitest';
import { planRedaction } from '#shared/redact';
import { recordedOf } from '../../export-samples.ts';
import { MIXED, stderr, stdout, texts } from '../../redacted-texts.ts';

describe('tokens of JOSE', () => {
  test('are looked for in linear time where many seem to begin', () => {
    const start = process.cpuUsage();
    for (const piece of ['eyJaaaaaaaa-', 'eyJ', '-eyJaaaaaaaa.eyJ', 'eyJaaaaaaaa.aaaaaaaa '])
      planRedaction(recordedOf(stdout(piece.repeat(1_000_000 / piece.length))));
    planRedaction(recordedOf(stdout(`${'eyJaaaaaaaa-'.repeat(80_000)}.${'-eyJaaaaaaaa'.repeat(80_000)}`)));
    // A search that reads on to the end from each of them takes minutes.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(30);
  }, 120_000);

  test('are found behind a hyphen, with long headers, and several in a row', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const long = `eyJ${MIXED.repeat(200)}.eyJzdWIiOiIyIn0.c2lnbmF0dXJl`;
    expect(texts(stderr(`x-${token} ${long},${token} aeyJhbGciOiJIUzI1NiJ9`))).toEqual([
      'x-‹token:1› ‹token:2›,‹token:1› aeyJhbGciOiJIUzI1NiJ9',
    ]);
  });
});
