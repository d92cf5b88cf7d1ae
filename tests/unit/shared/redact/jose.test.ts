/** Tokens of JOSE are found in linear time, wherever they begin. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { planRedaction, redact } from '#shared/redact';
import { recordedOf } from '../../export-samples.ts';

const MIXED = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5mN7pQ9rS1tU3vW5xY7zA9bC1d';

/** The texts of events after redaction; doing it again changes nothing. */
function texts(...bodies: readonly EventBody[]): unknown[] {
  const recorded = recordedOf(...bodies);
  const once = redact(recorded, planRedaction(recorded));
  expect(planRedaction(once).secrets).toEqual([]);
  return once.events.map((event) =>
    event.k === 'stderr' ? event.text : event.k === 'message' ? event.raw : JSON.stringify(event),
  );
}

const stderr = (text: string): EventBody => ({ k: 'stderr', text });

const stdout = (raw: string): EventBody => ({ k: 'message', dir: 's2c', raw });

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
