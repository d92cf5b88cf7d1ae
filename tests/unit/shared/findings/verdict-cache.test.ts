/** What judges say once only, as long as the same is agreed, is what they would say again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FINDINGS, RULES, type FindingsState } from '#shared/findings';
import { exampleOf } from '#shared/findings/examples';
import type { EventBody } from '#shared/recording';
import { SessionLog, type Fold } from '#shared/session';
import { runs } from '../../seed.ts';

/** Asks every judge about everything. */
const ALWAYS: Fold<FindingsState> = {
  ...FINDINGS,
  step(state, ...event) {
    state.verdictCache.plans.clear();
    FINDINGS.step(state, ...event);
  },
};

/** A session that is agreed on, then messages of examples in any order, each several times. */
const BEGUN: readonly EventBody[] = [
  { k: 'connection', event: 'opening' },
  { k: 'process', event: 'spawn' },
  {
    k: 'message',
    dir: 'c2s',
    raw: '{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}',
  },
  {
    k: 'message',
    dir: 's2c',
    raw: '{"jsonrpc":"2.0","id":"i","result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{}},"serverInfo":{"name":"s","version":"1"}}}',
  },
  { k: 'message', dir: 'c2s', raw: '{"jsonrpc":"2.0","method":"notifications/initialized"}' },
];
const bodies = RULES.flatMap(({ id }) => {
  const example = exampleOf(id);
  return example ? [...example.violates, ...example.conforms] : [];
});

test('a fold that asks every judge each time finds and counts the same rules', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...bodies), { minLength: 1, maxLength: 12 }), (some) => {
      const log = new SessionLog();
      const [once, always] = [log.follow(FINDINGS), log.follow(ALWAYS)];
      for (const [s, body] of [...BEGUN, ...some, ...some, ...some].entries()) log.append({ ...body, s, t: s * 1000 });
      expect(once.found).toEqual(always.found);
      expect(once.unjudged).toEqual(always.unjudged);
      for (const [revision, { checked, broken }] of always.tallies) {
        const own = once.tallies.get(revision);
        expect(own?.broken).toEqual(broken);
        expect(own?.checked).toEqual(checked);
      }
    }),
    { numRuns: runs(300) },
  );
});
