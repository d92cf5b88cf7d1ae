/** What is left of texts after redaction. */
import { expect } from 'vitest';
import type { EventBody } from '#shared/recording';
import { planRedaction, redact } from '#shared/redact';
import { recordedOf } from './export-samples.ts';

/** Letters of both cases and digits, as a token has them. */
export const MIXED = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5mN7pQ9rS1tU3vW5xY7zA9bC1d';

export const stderr = (text: string): EventBody => ({ k: 'stderr', text });

export const stdout = (raw: string): EventBody => ({ k: 'message', dir: 's2c', raw });

/** The texts of events after redaction; doing it again changes nothing. */
export function texts(...bodies: readonly EventBody[]): unknown[] {
  const recorded = recordedOf(...bodies);
  const once = redact(recorded, planRedaction(recorded));
  expect(planRedaction(once).secrets).toEqual([]);
  return once.events.map((event) =>
    event.k === 'stderr' ? event.text : event.k === 'message' ? event.raw : JSON.stringify(event),
  );
}
