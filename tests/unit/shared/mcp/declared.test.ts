/** Schemas that a peer wrote: whether they are any, and what they say against a value. */
import { Validator, type Schema } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DeclaredSchemas, schemaFault } from '#shared/mcp/schema';
import { runs } from '../../seed.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const check = (schema: unknown, value: unknown): unknown => new DeclaredSchemas().check(schema, value);

describe('a schema', () => {
  const faulty: readonly (readonly [schema: unknown, at: string])[] = [
    [{ type: 'int' }, '/type'],
    [{ type: ['string', 'string'] }, '/type'],
    [{ properties: { 'a/b': { type: 'string', required: true } } }, '/properties/a~1b/required'],
    [{ properties: [] }, '/properties'],
    [{ items: [{ type: 'string' }] }, '/items'],
    [{ minimum: '1' }, '/minimum'],
    [{ exclusiveMinimum: true }, '/exclusiveMinimum'],
    [{ anyOf: [] }, '/anyOf'],
    [{ $defs: { a: { maxLength: -1 } } }, '/$defs/a/maxLength'],
    [{ $schema: DRAFT_07, additionalProperties: 'no' }, '/additionalProperties'],
    [{ $schema: 'http://json-schema.org/draft-04/schema#', exclusiveMinimum: 3 }, '/exclusiveMinimum'],
  ];
  test.for(faulty)('%j is none at %s', ([schema, at]) => {
    expect(schemaFault(schema)).toMatchObject({ at });
  });

  test('that is one has no fault, whatever other keywords it has', () => {
    const sound: readonly unknown[] = [
      true,
      {},
      { type: 'object', properties: { required: { type: 'boolean' }, type: { enum: [1, 'a', null] } }, 'x-own': 1 },
      { $schema: DRAFT_07, items: [{ type: 'string' }], dependencies: { a: ['b'], b: { required: ['c'] } } },
      { type: 'object', default: { type: 'int' }, examples: [{ minimum: 'x' }], const: { anyOf: [] } },
    ];
    for (const schema of sound) expect(schemaFault(schema), JSON.stringify(schema)).toBeUndefined();
    expect(schemaFault({ $schema: 'https://schemas.example/own', type: 'int' })).toBe('unknown');
  });
});

const leaf = fc.constantFrom(null, true, 0, 3, 1.5, '', 'a', 'abcd');
const values = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
}));
const schemas = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.boolean(),
    fc.record(
      {
        type: fc.constantFrom('object', 'array', 'string', 'integer', 'number', 'boolean', 'null', ['string', 'null']),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2 }),
        required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
        additionalProperties: tie('schema'),
        items: tie('schema'),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        enum: fc.uniqueArray(leaf, { minLength: 1, maxLength: 3 }),
        minimum: fc.constantFrom(1, 2),
        maxLength: fc.constantFrom(0, 2),
        minLength: fc.constantFrom(1, 3),
        minItems: fc.constantFrom(0, 1),
        not: tie('schema'),
        pattern: fc.constant('^a'),
      },
      { requiredKeys: [] },
    ),
  ),
}));

describe('a value against a schema', () => {
  test('is judged as by the validator alone', () => {
    fc.assert(
      fc.property(schemas.schema, values.value, (schema, value) => {
        const { valid } = new Validator(structuredClone(schema) as Schema, '2020-12').validate(value);
        const found = check(schema, value);
        if (found !== 'unknown') expect(found === undefined).toBe(valid);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('that does not fit: where, and by which keyword', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    expect(check(schema, { n: 'x' })).toEqual({ at: '/n', holder: '/n', keyword: 'type' });
    expect(check(schema, {})).toEqual({ at: '/n', holder: '', keyword: 'required' });
  });

  test('formats assert nothing', () => {
    expect(check({ type: 'string', format: 'email', minLength: 1 }, 'x')).toBeUndefined();
  });

  test('what cannot be decided, or only at a price, is unknown', () => {
    const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);
    const twice = { $ref: '#/$defs/a' };
    const undecided: readonly (readonly [schema: unknown, value: unknown])[] = [
      [{ $ref: '#' }, {}],
      [{ $ref: '#/$defs/a', $defs: { a: { properties: { x: { allOf: [twice, twice, twice] } } } } }, nested(40)],
      [{ $ref: 'https://schemas.example/a' }, {}],
      [{ $schema: 'https://schemas.example/own' }, {}],
      [{ pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`],
      [{ pattern: '^a*$' }, 'a'.repeat(10_000)],
      [{ not: {} }, deep(100)],
      [null, 1],
    ];
    for (const [schema, value] of undecided) expect(check(schema, value), JSON.stringify(schema)).toBe('unknown');
  });
});

const nested = (depth: number): unknown => (depth === 0 ? {} : { x: nested(depth - 1) });
