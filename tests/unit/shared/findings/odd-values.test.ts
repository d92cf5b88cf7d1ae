/** Sessions in which values are not what they should be: judging them never throws. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FINDINGS, RULES } from '#shared/findings';
import { exampleOf } from '#shared/findings/examples';
import type { EventBody } from '#shared/recording';
import { SessionFold } from '#shared/session';
import { toEvents } from '../../arbitraries.ts';
import { runs } from '../../seed.ts';

const examples = RULES.flatMap(({ id }) => exampleOf(id) ?? []);
const ODD = [null, 0, -1.5, 1e21, '', 'x', '\ud800', [], {}, [null], { a: 1 }, true, '2025-11-25', '2026-07-28'];

/** The value with an odd one at the place that the numbers lead to. */
function spoiled(value: unknown, [turn = 0, ...path]: readonly number[]): unknown {
  if (value === null || typeof value !== 'object' || path.length === 0) return ODD[turn % ODD.length];
  const entries = Object.entries(value);
  const [name] = entries[turn % Math.max(1, entries.length)] ?? [];
  if (name === undefined) return ODD[turn % ODD.length];
  const inner = spoiled((value as { readonly [name: string]: unknown })[name], path);
  if (Array.isArray(value)) return value.map((each: unknown, at) => (String(at) === name ? inner : each));
  return { ...value, [name]: inner };
}

function spoil(body: EventBody, path: readonly number[]): EventBody {
  if (body.k !== 'message' || body.raw === undefined || path.length === 0) return body;
  try {
    return { ...body, raw: JSON.stringify(spoiled(JSON.parse(body.raw), path)) };
  } catch {
    return body;
  }
}

const example = fc
  .constantFrom(...examples)
  .map(({ before = [], violates, conforms }) => [...before, ...violates, ...conforms]);
const paths = fc.array(fc.array(fc.nat(99), { maxLength: 5 }), { minLength: 8, maxLength: 8 });

test('examples of two rules, one after the other, with odd values anywhere', () => {
  fc.assert(
    fc.property(example, example, paths, (one, other, odd) => {
      const fold = new SessionFold();
      const state = fold.follow(FINDINGS, FINDINGS.init());
      const bodies = [...one, ...other].map((body, at) => spoil(body, odd[at % odd.length] ?? []));
      for (const event of toEvents(bodies)) fold.append(event);
      expect(() => structuredClone(state)).not.toThrow();
    }),
    { numRuns: runs(120) },
  );
});
