/** The descriptions themselves: complete, and closed under reference in every revision. */
import { describe, expect, it } from 'vitest';
import { exampleOf, revisionSchema, SCHEMA_REVISIONS, schemaRevision } from '#shared/mcp/schema';
import { checkType } from './check-type.ts';

type Node = { readonly [name: string]: unknown };

/** Every schema inside a schema, with its place. */
function* schemas(node: unknown, at: string): Generator<[string, Node]> {
  if (typeof node !== 'object' || node === null) return;
  yield [at, node as Node];
  for (const [name, each] of Object.entries(node)) {
    if (name === 'properties' || Array.isArray(each)) yield* within(each, `${at}/${name}`);
    else yield* schemas(each, `${at}/${name}`);
  }
}
/** Schemas that a list or a record of them holds. */
function* within(holder: object, at: string): Generator<[string, Node]> {
  for (const [name, each] of Object.entries(holder)) yield* schemas(each, `${at}/${name}`);
}

describe.each(SCHEMA_REVISIONS)('the schema of %s', (revision) => {
  const { $defs } = revisionSchema(revision);

  it('refers only to what it defines', () => {
    const missing = [...within($defs, '')].filter(
      ([, { $ref }]) => typeof $ref === 'string' && !Object.hasOwn($defs, $ref.slice('#/$defs/'.length)),
    );
    expect(missing).toEqual([]);
  });

  it('describes every type and every member in one short line', () => {
    const members = [...within($defs, '')].flatMap(([at, { properties }]) =>
      typeof properties === 'object' && !at.endsWith('/if')
        ? Object.entries(properties as Node).map(
            ([name, member]) => [`${at}/${name}`, (member as Node)['description']] as const,
          )
        : [],
    );
    const all = [...Object.entries($defs).map(([name, { description }]) => [name, description] as const), ...members];
    expect(all.length).toBeGreaterThan(300);
    const poor = all.filter(([, text]) => typeof text !== 'string' || !/^[^\n]{3,110}\.$/.test(text));
    expect(poor.filter(([name]) => !name.includes('/allOf/'))).toEqual([]);
  });

  it('leaves no union without an option', () => {
    const unions = [...within($defs, '')].filter(([, { anyOf }]) => Array.isArray(anyOf));
    expect(unions.filter(([, { anyOf }]) => (anyOf as unknown[]).length === 0)).toEqual([]);
  });

  it('fits the smallest example of each of its types', () => {
    for (const name of Object.keys($defs))
      expect([name, checkType(revision, name, exampleOf(name, revision))]).toEqual([name, []]);
  });
});

describe('a revision without schemas of its own', () => {
  it('is read as the newest published one before it', () => {
    expect(schemaRevision('2024-10-07')).toBe('2024-11-05');
    expect(schemaRevision('2025-12-01')).toBe('2025-11-25');
    expect(schemaRevision('2027-01-01')).toBe('2026-07-28');
    expect(revisionSchema('2024-10-07')).toBe(revisionSchema('2024-11-05'));
  });
});
