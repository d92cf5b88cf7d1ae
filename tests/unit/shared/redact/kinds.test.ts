/** A secret of each of 140 kinds, none of which has a value of another test: what is left of it after redaction. */
import { expect, test } from 'vitest';
import { planRedaction, redact } from '#shared/redact';
import { recordedOf } from '../../recorded-of.ts';
import { leakOf } from '../../redact-planted.ts';
import { BY_PLACE } from './kinds/by-place.ts';
import { BY_SHAPE } from './kinds/by-shape.ts';
import type { Case } from './kinds/case.ts';

const CASES = [...BY_SHAPE, ...BY_PLACE];

/** What is left of a case's secret, with what stands around it. */
function left({ bodies, hidden }: Case): string | undefined {
  const recorded = recordedOf(bodies);
  const { events } = redact(recorded, planRedaction(recorded));
  const texts = events.map(
    (event) => ('raw' in event ? event.raw : 'text' in event ? event.text : undefined) ?? JSON.stringify(event),
  );
  for (const text of texts)
    for (const secret of hidden)
      for (const read of [text, text.replace(/\s+/g, '')]) {
        const leak = leakOf(read, secret);
        if (leak !== undefined) return leak;
      }
  return undefined;
}

test('there are 140 of them, and at most five are missed', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(140);
  expect(CASES.filter(({ missed }) => missed !== undefined).length).toBeLessThanOrEqual(5);
});

test.each(CASES.filter(({ missed }) => missed === undefined))('$kind', (each) => {
  expect(left(each)).toBeUndefined();
});

test.each(CASES.filter(({ missed }) => missed !== undefined))('$kind is missed: $missed', (each) => {
  expect(left(each)).toBeDefined();
});
