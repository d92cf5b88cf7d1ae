/**
 * Schemas that ask for more than a page or a message can hold: what is made of them has bounds, and says where it was cut. Without a
 * bound each of these takes minutes, or all the memory there is.
 */
import { describe, expect, it } from 'vitest';
import { weigh } from '#shared/jsonrpc';
import { exampleValue } from '#shared/mcp';
import { chosenAlternative, firstObject, initialValue, optionIndex } from '../../../../../web/ui/form/initial.ts';
import { readingOf } from '../../../../../web/ui/form/resolve.ts';
import { fieldOf } from '../../../../../web/ui/form/schema.ts';
import { livePart } from '../../../../../web/compose/live-schema.ts';
import { entriesOf } from '../../../../../web/explore/entries.ts';

const named = (count: number, schema: (index: number) => unknown): { [name: string]: unknown } =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema(index)]));
const required = (properties: { [name: string]: unknown }): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
/** `{"type":"object","properties":{"a":…}}`, so many levels of it. */
const levels = (count: number): unknown =>
  JSON.parse(`${'{"type":"object","required":["a"],"properties":{"a":'.repeat(count)}{}${'}}'.repeat(count)}`);
const LONG = 'x'.repeat(100_000);
const BIG = 4 * 1024 * 1024;

const SCHEMAS: readonly (readonly [name: string, schema: unknown])[] = [
  ['members that refer to their parent', required(named(3, () => ({ $ref: '#' })))],
  [
    'members that refer to a definition of their parent',
    {
      ...required(named(3, () => ({ $ref: '#/$defs/n' }))),
      $defs: { n: required(named(3, () => ({ $ref: '#/$defs/n' }))) },
    },
  ],
  [
    'definitions that each refer to the next ten times',
    {
      ...required(named(10, () => ({ $ref: '#/$defs/d0' }))),
      $defs: Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [`d${at}`, required(named(10, () => ({ $ref: `#/$defs/d${at + 1}` })))]),
      ),
    },
  ],
  ['20,000 required members', required(named(20_000, () => ({ type: 'string', default: '' })))],
  ['20,000 required objects', required(named(20_000, () => required(named(1, () => ({ const: 1 })))))],
  ['4,000 levels', levels(4000)],
  ['100,000 levels', levels(100_000)],
  [
    'a long default in 10,000 places',
    {
      ...required(named(10_000, () => ({ $ref: '#/$defs/long' }))),
      $defs: { long: { type: 'string', default: LONG } },
    },
  ],
  [
    'a long name in 10,000 places',
    {
      ...required(named(10_000, () => ({ $ref: '#/$defs/o' }))),
      $defs: { o: required({ [LONG]: { const: 1 } }) },
    },
  ],
  [
    'a default of 100,000 levels',
    required({ a: { default: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) } }),
  ],
  [
    '10,000 alternatives in 1,000 places',
    {
      ...required(named(1000, () => ({ $ref: '#/$defs/any', title: 'x' }))),
      $defs: { any: { oneOf: Array.from({ length: 10_000 }, (_, at) => required({ [`k${at}`]: { const: at } })) } },
    },
  ],
  [
    'an enumeration of 100,000 in 1,000 places',
    {
      ...required(named(1000, () => ({ $ref: '#/$defs/e', title: 'x' }))),
      $defs: { e: { enum: Array.from({ length: 100_000 }, (_, at) => `v${at}`) } },
    },
  ],
  [
    'allOf that doubles at each of 40 levels',
    {
      allOf: [{ $ref: '#/$defs/d0' }],
      $defs: Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `d${at}`,
          { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
        ]),
      ),
    },
  ],
  [
    'allOf of one wide definition, many times',
    {
      ...required(named(500, () => ({ allOf: Array.from({ length: 60 }, () => ({ $ref: '#/$defs/w' })) }))),
      $defs: { w: { type: 'object', properties: named(20_000, () => ({ type: 'string' })) } },
    },
  ],
  ['a tuple of itself', { type: 'array', prefixItems: Array.from({ length: 10 }, () => ({ $ref: '#' })) }],
  ['100,000 types', { type: Array.from({ length: 100_000 }, () => 'string') }],
];

describe.each(SCHEMAS)('%s', (_name, schema) => {
  it('gives a first value of bounded length', () => {
    const { json } = firstObject(schema);
    expect(json.length).toBeLessThan(BIG);
    JSON.parse(json);
    expect(initialValue(schema, schema).length).toBeLessThan(BIG);
  });

  it('gives a field for every member', () => {
    const root = readingOf(schema);
    const field = fieldOf(schema, root);
    const members = field.kind === 'object' ? field.members : [];
    expect(members.every(({ schema: each }) => typeof fieldOf(each, root).kind === 'string')).toBe(true);
  });

  it('gives an example that can be sent', () => {
    expect((JSON.stringify(exampleValue(schema)) ?? '').length).toBeLessThan(BIG);
  });
});

describe('what is cut is said', () => {
  it('when more defaults are asked for than are written', () => {
    const at = (name: string): unknown => SCHEMAS.find(([each]) => each === name)?.[1];
    expect(firstObject(at('a long default in 10,000 places')).cut).toBe(true);
    expect(firstObject(at('20,000 required members')).cut).toBe(false);
    expect(firstObject(required({ a: { default: 1 } })).cut).toBe(false);
  });

  it('when a schema has more parts than are put together', () => {
    const [, schema] = SCHEMAS.find(([name]) => name.startsWith('allOf of one wide')) ?? [];
    const root = readingOf(schema);
    const { properties } = schema as { readonly properties: { readonly [name: string]: unknown } };
    const fields = Object.values(properties).map((each) => fieldOf(each, root));
    expect(fields[0]).toMatchObject({ kind: 'json', tooLarge: true });
    expect(fields.at(-1)).toMatchObject({ kind: 'json', tooLarge: true });
  });

  it('and an ordinary schema has none of it', () => {
    const schema = required(
      named(2000, (at) => ({ type: 'object', properties: named(20, () => ({ enum: ['a', at] })) })),
    );
    const root = readingOf(schema);
    for (const each of Object.values((schema as { properties: object }).properties))
      expect(fieldOf(each, root)).toMatchObject({ kind: 'object' });
  });
});

it('a value is found among 100,000 options, however it is written, and among 10,000 alternatives', () => {
  const values = fieldOf({ enum: Array.from({ length: 100_000 }, (_, at) => `v${at}`) }, {});
  if (values.kind !== 'choice') throw new Error(values.kind);
  expect(optionIndex(values.options, '"v99999"')).toBe(99_999);
  expect(optionIndex(values.options, '"\\u00769"')).toBe(9);
  expect(optionIndex(values.options, '"w"')).toBe(-1);
  const schema = { oneOf: Array.from({ length: 10_000 }, (_, at) => required({ kind: { const: `k${at}` } })) };
  const field = fieldOf(schema, schema);
  if (field.kind !== 'alternatives') throw new Error(field.kind);
  expect(chosenAlternative(field, '{"kind":"k9999"}', schema)).toBe(9999);
});

it('weigh counts values, texts with names, and levels, and stops at each bound', () => {
  const value = { a: ['xy', 1], bc: null };
  expect(weigh(value, { nodes: 5, chars: 5, depth: 2 })).toEqual({ nodes: 5, chars: 5, depth: 2 });
  expect(weigh(value, { nodes: 4, chars: 5, depth: 2 })).toBeUndefined();
  expect(weigh(value, { nodes: 5, chars: 4, depth: 2 })).toBeUndefined();
  expect(weigh(value, { nodes: 5, chars: 5, depth: 1 })).toBeUndefined();
  expect(weigh('abc', { nodes: 1, chars: 3, depth: 0 })).toEqual({ nodes: 1, chars: 3, depth: 0 });
});

it('entries of a list have keys of their own, whatever their names', () => {
  const names = ['a', 'a', 'a#2', 'a#2', 'a', 'a#2#2'];
  const keys = entriesOf(
    names.map((name) => ({ name })),
    'name',
  ).map(({ key }) => key);
  expect(new Set(keys).size).toBe(names.length);
  expect(keys[0]).toBe('a');
});

it('the editor is proposed a bounded number of names and ids', () => {
  const items = (member: string): object[] =>
    Array.from({ length: 30_000 }, (_, at) => ({ [member]: `x${at}`, arguments: [{ name: 'a' }] }));
  const part = livePart({
    tools: items('name'),
    resources: items('uri'),
    resourceTemplates: items('uriTemplate'),
    prompts: items('name'),
    cursors: {},
    taskIds: Array.from({ length: 30_000 }, (_, at) => `t${at}`),
    sentOpen: Array.from({ length: 30_000 }, (_, at) => [String(at), 'ping']),
    askedOpen: Array.from({ length: 30_000 }, (_, at) => [String(at), 'ping']),
    subscribed: [],
  });
  expect(weigh(part, { nodes: 200_000, chars: BIG, depth: 50 })).toBeDefined();
  // A name that was left out is not called unknown.
  expect(JSON.stringify(part.allOf[0])).toContain('"anyOf"');
});
