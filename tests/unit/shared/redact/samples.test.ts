/** Nothing in recordings of real servers and clients is taken for a secret that is none. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planRedaction } from '#shared/redact';
import { sample } from '../../export-samples.ts';

const NAMES = readdirSync(new URL('../../../samples/v1/', import.meta.url));

test.each(NAMES)('%s', (name) => {
  // Servers over HTTP gave ids of sessions, which are secrets.
  const found = planRedaction(sample(name)).secrets.filter(({ rule }) => rule !== 'session-ids');
  expect(found).toEqual([]);
});

test('there are ten of them or more', () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(10);
});
