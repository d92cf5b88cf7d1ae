/** The quick yes of schemas: where it says yes, the validator has nothing against the value either. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleMessage, messagesOf, SCHEMA_REVISIONS, surelyFits } from '#shared/mcp/schema';
import { failuresOf } from '../../../../shared/mcp/schema/validator.ts';
import { runs } from '../../seed.ts';

const ODD: readonly unknown[] = [
  null,
  0,
  -1,
  1.5,
  101,
  '',
  'text',
  'https://a.example/b',
  'a b:',
  true,
  [],
  {},
  [1],
  [{}],
  { a: 1 },
];

/** A copy with something else at a place of it. */
function changed(value: unknown, path: readonly number[], instead: unknown): unknown {
  const [step = 0, ...rest] = path;
  if (typeof value !== 'object' || value === null || path.length === 0) return instead;
  const entries = Object.entries(value);
  const at = step % (entries.length + 1);
  const key = entries[at]?.[0] ?? 'extra';
  const copy: { [name: string]: unknown } = {
    ...value,
    [key]: changed((value as { [name: string]: unknown })[key], rest, instead),
  };
  if (instead === undefined) Reflect.deleteProperty(copy, key);
  return Array.isArray(value) ? Object.values(copy) : copy;
}

test.for(SCHEMA_REVISIONS)('%s: what surely fits does', (revision) => {
  const messages = messagesOf(revision);
  let yes = 0;
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(fc.nat(9), { maxLength: 5 }),
      fc.constantFrom(...ODD, undefined),
      (which, path, odd) => {
        const message = messages[which % messages.length];
        if (!message) return;
        const value = changed(exampleMessage(message.method, revision), path, odd);
        if (!surelyFits(revision, message.definition, value)) return;
        yes++;
        expect(failuresOf(revision, message.definition, value)).toEqual([]);
      },
    ),
    { numRuns: runs(1000) },
  );
  expect(yes).toBeGreaterThan(20);
});

test.for(SCHEMA_REVISIONS)('%s: every example of a message is answered quickly', (revision) => {
  for (const { method, definition } of messagesOf(revision))
    expect(
      surelyFits(revision, definition, { jsonrpc: '2.0', id: 1, ...(exampleMessage(method, revision) as object) }),
      method,
    ).toBe(true);
});
