import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonNumber, memberText, oneLine, removeItem, setItem, setMember, withoutMembers } from '#shared/jsonrpc';
import { advise, below } from '../../../../../web/ui/form/advise.ts';
import { chosenAlternative, fits, initialObject, initialValue } from '../../../../../web/ui/form/initial.ts';
import { readingOf } from '../../../../../web/ui/form/resolve.ts';
import { fieldOf, membersOf } from '../../../../../web/ui/form/schema.ts';

const resolve = (schema: unknown, root: unknown) => readingOf(root).resolve(schema);

describe('edits of one member', () => {
  it('keep every other character', () => {
    const text = '{ "a" : 9007199254740993,\n  "b":1.0 , "c":"\\u0041" }';
    expect(setMember(text, 'b', '2e400')).toBe('{ "a" : 9007199254740993,\n  "b":2e400 , "c":"\\u0041" }');
  });

  it('add a member at the end, on a line of its own where members have lines', () => {
    expect(setMember('{}', 'a', '1')).toBe('{"a": 1}');
    expect(setMember('{ "a": 1 }', 'b', '2')).toBe('{ "a": 1, "b": 2 }');
    expect(setMember('{\n  "a": 1\n}', 'b', '2')).toBe('{\n  "a": 1,\n  "b": 2\n}');
    expect(setMember('{"a":1,"b":2}', 'c', '3')).toBe('{"a":1,"b":2,"c": 3}');
  });

  it('set the duplicate that counts, and remove all of them', () => {
    expect(setMember('{"a":1,"a":2}', 'a', '3')).toBe('{"a":1,"a":3}');
    expect(withoutMembers('{"a":1,"b":0,"a":2}', 'a')).toBe('{"b":0}');
  });

  it('remove the first, a middle, the last and the only member', () => {
    expect(withoutMembers('{ "a": 1, "b": 2, "c": 3 }', 'a')).toBe('{ "b": 2, "c": 3 }');
    expect(withoutMembers('{ "a": 1, "b": 2, "c": 3 }', 'b')).toBe('{ "a": 1, "c": 3 }');
    expect(withoutMembers('{ "a": 1, "b": 2 }', 'b')).toBe('{ "a": 1 }');
    expect(withoutMembers('{ "a": 1 }', 'a')).toBe('{}');
    expect(withoutMembers('{"a":1}', 'b')).toBe('{"a":1}');
  });

  it('reach nested members by putting the inner text back', () => {
    const text = '{"x": {"y": [1, 2.50], "z": 1.0}, "k": 12345678901234567890}';
    const inner = memberText(text, ['x']) ?? '';
    const list = memberText(inner, ['y']) ?? '';
    expect(setMember(text, 'x', setMember(inner, 'y', setItem(list, 0, '7')))).toBe(
      '{"x": {"y": [7, 2.50], "z": 1.0}, "k": 12345678901234567890}',
    );
  });

  it('add and remove items', () => {
    expect(setItem('[]', 0, '"a"')).toBe('["a"]');
    expect(setItem('["a"]', 1, '"b"')).toBe('["a", "b"]');
    expect(removeItem('["a", "b", "c"]', 0)).toBe('["b", "c"]');
    expect(removeItem('["a", "b", "c"]', 2)).toBe('["a", "b"]');
    expect(removeItem('["a"]', 0)).toBe('[]');
    expect(removeItem('["a"]', 5)).toBe('["a"]');
  });

  it('leave a text alone that is broken or of another kind', () => {
    expect(setMember('{"a":1', 'a', '2')).toBe('{"a":1');
    expect(setMember('[1]', 'a', '2')).toBe('[1]');
    expect(setItem('{}', 0, '2')).toBe('{}');
  });

  it('treat hostile names as names', () => {
    const text = setMember('{}', '__proto__', '{"polluted":true}');
    expect(text).toBe('{"__proto__": {"polluted":true}}');
    expect(memberText(text, ['__proto__'])).toBe('{"polluted":true}');
    expect(memberText('{}', ['constructor'])).toBeUndefined();
    expect(memberText(setMember('{"a":1}', '"},{\\', '2'), ['"},{\\'])).toBe('2');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('agree with JSON.parse on any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.jsonValue(), (object, key, value) => {
        const text = JSON.stringify(object);
        const plain = Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
        const set: unknown = JSON.parse(setMember(text, key, JSON.stringify(value)));
        const removed: unknown = JSON.parse(withoutMembers(text, key));
        expect(new Map(Object.entries(set as object))).toEqual(
          new Map(Object.entries(JSON.parse(JSON.stringify({ ...plain, [key]: value })) as object)),
        );
        expect(new Map(Object.entries(removed as object))).toEqual(
          new Map(Object.entries(JSON.parse(JSON.stringify(plain)) as object)),
        );
      }),
    );
  });
});

describe('numbers as typed', () => {
  it.each(['9007199254740993', '1.0', '-0', '1e400', '0.10'])('keep %s', (typed) => {
    expect(isJsonNumber(typed)).toBe(true);
    expect(setMember('{"n":1}', 'n', typed)).toBe(`{"n":${typed}}`);
  });
  it.each(['', '-', '1.', '.5', '01', '+1', '0x1', 'NaN', '1 2'])('refuse %j', (typed) => {
    expect(isJsonNumber(typed)).toBe(false);
  });
});

describe('one line for stdio', () => {
  it('folds line breaks between tokens and touches nothing else', () => {
    expect(oneLine('{\n  "a": 1.0,\r\n  "b": "x  y"\n}')).toBe('{ "a": 1.0, "b": "x  y" }');
    expect(oneLine('{"a":  1}')).toBe('{"a":  1}');
  });
  it('leaves a text that is not JSON as typed', () => {
    expect(oneLine('{\n"a": \n')).toBe('{\n"a": \n');
  });
});

describe('fields of a schema', () => {
  const kind = (schema: unknown, root: unknown = schema): string => fieldOf(schema, root).kind;

  it('are told by type', () => {
    expect(kind({ type: 'string' })).toBe('string');
    expect(fieldOf({ type: 'integer' }, {})).toMatchObject({ kind: 'number', integer: true });
    expect(kind({ type: 'boolean' })).toBe('boolean');
    expect(kind({ type: 'array', items: { type: 'string' } })).toBe('array');
    expect(kind({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('choices');
    expect(kind({ properties: { a: {} } })).toBe('object');
  });

  it('fall back to JSON where a form cannot say it', () => {
    for (const schema of [{}, true, null, 'x', { type: 'object' }, { type: 7 }, { type: 'array' }]) {
      expect(kind(schema)).toBe('json');
    }
  });

  it('offer alternatives by what tells them apart', () => {
    const titles = (schema: unknown): string[] => {
      const field = fieldOf(schema, schema);
      return field.kind === 'alternatives' ? field.alternatives.map(({ title }) => title) : [];
    };
    expect(titles({ type: ['string', 'number'] })).toEqual(['string', 'number']);
    expect(titles({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })).toEqual([
      'string',
      'string[]',
    ]);
    const shape = (kindOf: string): object => ({ properties: { kind: { const: kindOf } }, required: ['kind'] });
    expect(titles({ type: 'object', oneOf: [shape('circle'), shape('square')] })).toEqual(['circle', 'square']);
    expect(titles({ oneOf: [{ title: 'One' }, { type: 'object' }] })).toEqual(['One', 'object 2']);
    // Only null stands beside one type, and three types with null are two that may be null.
    expect(kind({ type: ['string', 'null'] })).toBe('string');
    expect(fieldOf({ type: ['string', 'null', 'number'] }, {})).toMatchObject({ kind: 'alternatives', nullable: true });
    // What alternatives only demand is left to the advice.
    expect(
      kind({ type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    ).toBe('object');
  });

  it('know which alternative a text is of', () => {
    const shape = (kindOf: string, member: string): object => ({
      type: 'object',
      properties: { kind: { const: kindOf }, [member]: { type: 'number' } },
      required: ['kind'],
    });
    const schema = { oneOf: [shape('circle', 'radius'), shape('square', 'side'), { type: 'string' }] };
    const field = fieldOf(schema, schema);
    if (field.kind !== 'alternatives') throw new Error(field.kind);
    const chosen = (json: string): number => chosenAlternative(field, json, schema);
    expect(chosen('{"kind":"square","side":1}')).toBe(1);
    expect(chosen('{"kind":"circle"}')).toBe(0);
    expect(chosen('"text"')).toBe(2);
    // None is met, but the first can show it.
    expect(chosen('{"side":1}')).toBe(0);
    expect(chosen('7')).toBe(-1);
    expect(JSON.parse(initialValue(schema, schema))).toEqual({ kind: 'circle' });
  });

  it('know tuples of both drafts, and maps', () => {
    const pair = [{ type: 'string' }, { type: 'integer', default: 2 }];
    expect(fieldOf({ type: 'array', prefixItems: pair }, {})).toMatchObject({
      kind: 'array',
      prefix: pair,
      items: false,
    });
    const draft07 = { type: 'array', items: pair, additionalItems: { type: 'boolean' } };
    expect(fieldOf(draft07, {})).toMatchObject({ kind: 'array', prefix: pair, items: { type: 'boolean' } });
    expect(initialValue(draft07, {})).toBe('["",2]');
    expect(fieldOf({ type: 'object', additionalProperties: { type: 'number' } }, {})).toMatchObject({
      kind: 'object',
      members: [],
      extra: { type: 'number' },
    });
    expect(fieldOf({ type: 'object', patternProperties: { '^x-': { type: 'string' } } }, {})).toMatchObject({
      extra: { type: 'string' },
    });
    expect(fieldOf({ properties: { a: {} }, additionalProperties: false }, {})).not.toHaveProperty('extra');
  });

  it('put the parts of allOf together', () => {
    const root = { $defs: { named: { properties: { name: { type: 'string' } }, required: ['name'] } } };
    const schema = {
      allOf: [{ $ref: '#/$defs/named' }, { properties: { age: { type: 'integer' } }, required: ['age'] }],
    };
    expect(membersOf(resolve(schema, root))).toEqual([
      { name: 'name', schema: { type: 'string' }, required: true },
      { name: 'age', schema: { type: 'integer' }, required: true },
    ]);
  });

  it('know null beside a type in all its spellings', () => {
    for (const schema of [
      { type: ['string', 'null'] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { oneOf: [{ const: null }, { type: 'string' }] },
    ]) {
      expect(fieldOf(schema, schema)).toMatchObject({ kind: 'string', nullable: true });
    }
    expect(fieldOf({ type: 'string' }, {}).nullable).toBe(false);
  });

  it('offer constants with their titles', () => {
    const expected = {
      kind: 'choice',
      options: [
        { json: '"r"', label: 'Red' },
        { json: '1', label: '1' },
      ],
    };
    expect(fieldOf({ oneOf: [{ const: 'r', title: 'Red' }, { const: 1 }] }, {})).toMatchObject(expected);
    expect(fieldOf({ enum: ['r', 1], enumNames: ['Red'] }, {})).toMatchObject(expected);
  });

  it('follow local references, and stop at circles', () => {
    const root = {
      $defs: { name: { type: 'string', title: 'Name' }, loop: { $ref: '#/$defs/loop' } },
      properties: {},
    };
    expect(fieldOf({ $ref: '#/$defs/name', description: 'mine' }, root)).toMatchObject({
      kind: 'string',
      title: 'Name',
      description: 'mine',
    });
    expect(resolve({ allOf: [{ $ref: '#/$defs/name' }], default: 'x' }, root)).toMatchObject({
      type: 'string',
      default: 'x',
    });
    expect(resolve({ $ref: '#/$defs/loop' }, root)).toEqual({});
    expect(resolve({ $ref: '#/__proto__' }, root)).toEqual({});
  });

  it('never throw, whatever the schema', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (schema) => {
        expect(typeof fieldOf(schema, schema).kind).toBe('string');
        expect(typeof JSON.parse(initialObject(schema))).toBe('object');
        JSON.parse(initialValue(schema, schema));
      }),
    );
  });

  it('name a member __proto__ like any other', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}') as object;
    expect(membersOf(schema as { properties: object })).toEqual([
      { name: '__proto__', schema: { type: 'string' }, required: true },
    ]);
  });
});

describe('first texts', () => {
  it('hold defaults, only values and required objects, and leave the rest out', () => {
    const schema = {
      type: 'object',
      properties: {
        count: { type: 'number', default: 3 },
        kind: { const: 'k' },
        maybe: { const: 'm' },
        nested: { type: 'object', properties: { on: { type: 'boolean', default: false } }, required: ['on'] },
        text: { type: 'string' },
        none: { type: ['string', 'null'], default: null },
      },
      required: ['kind', 'nested', 'text'],
    };
    expect(JSON.parse(initialObject(schema))).toEqual({ count: 3, kind: 'k', nested: { on: false }, none: null });
  });

  it('leave an object to the person that is required inside of itself', () => {
    const root = {
      $ref: '#/$defs/node',
      $defs: { node: { properties: { next: { $ref: '#/$defs/node' } }, required: ['next'] } },
    };
    expect(initialObject(root)).toBe('{}');
    // What is added is one more of them.
    expect(initialValue(root.$defs.node.properties.next, root)).toBe('{}');
    const owner = { ...root, $ref: undefined, properties: { first: { $ref: '#/$defs/node' } }, required: ['first'] };
    expect(initialObject(owner)).toBe('{"first": {}}');
  });

  it('show a value of another kind as JSON', () => {
    const field = fieldOf({ type: 'string' }, {});
    expect(fits(field, '"a"')).toBe(true);
    expect(fits(field, '5')).toBe(false);
    expect(fits(fieldOf({ enum: ['a'] }, {}), '"b"')).toBe(false);
    expect(fits(fieldOf({ enum: ['a'] }, {}), '"\\u0061"')).toBe(true);
  });
});

describe('advice', () => {
  const schema = {
    type: 'object',
    properties: { n: { type: 'number', maximum: 10 }, 'a/b': { type: 'array', items: { minLength: 2 } } },
    required: ['n', 'm'],
  };

  it('names the leaf and the place', () => {
    const found = advise(schema, '{"n":11,"a/b":["x"]}');
    expect(found.map(({ at, keyword }) => `${at} ${keyword}`).sort()).toEqual([
      '/a~1b/0 minLength',
      '/m required',
      '/n maximum',
    ]);
    expect(below('', 'a/b')).toBe('/a~1b');
  });

  it('is none for what is right, not JSON, or against a schema that cannot be used', () => {
    expect(advise(schema, '{"n":1,"m":0}')).toEqual([]);
    expect(advise(schema, '{')).toEqual([]);
    expect(advise({ $ref: '#/nowhere' }, '{}')).toEqual([]);
    expect(advise({ properties: { a: { pattern: '(' } } }, '{"a":"x"}')).toEqual([]);
  });

  it('is about the alternative that is meant', () => {
    const shape = (name: string, member: object): object => ({
      properties: { kind: { const: name }, ...member },
      required: ['kind', ...Object.keys(member)],
    });
    const schema = {
      properties: {
        shape: {
          oneOf: [
            shape('circle', { radius: { type: 'number', minimum: 1 } }),
            shape('box', { side: { type: 'number' } }),
          ],
        },
      },
    };
    const about = (json: string): string[] => advise(schema, json).map(({ at, keyword }) => `${at} ${keyword}`);
    expect(about('{"shape":{"kind":"circle","radius":0}}')).toEqual(['/shape/radius minimum']);
    expect(about('{"shape":{"kind":"box"}}')).toEqual(['/shape/side required']);
    expect(about('{"shape":{"kind":"box","side":2}}')).toEqual([]);
    // Each item of an array has an alternative of its own.
    const items = { type: 'array', items: schema.properties.shape };
    expect(advise(items, '[{"kind":"box"},{"kind":"circle"}]').map(({ at }) => at)).toEqual(['/0/side', '/1/radius']);
  });

  it('names what several alternatives take, and what none does, at the value itself', () => {
    const both = { oneOf: [{ minimum: 1 }, { maximum: 5 }, { minimum: 9 }] };
    expect(advise(both, '3')).toMatchObject([
      { at: '', keyword: 'oneOf', message: expect.stringContaining('2 matches') },
    ]);
    const kinds = { $defs: { text: { type: 'string' } }, anyOf: [{ $ref: '#/$defs/text' }, { type: 'null' }] };
    expect(advise(kinds, '3')).toEqual([
      { at: '', keyword: 'anyOf', message: 'Value matches none of "string", "null".' },
    ]);
  });

  it('does not write into the schema', () => {
    const own = Object.freeze({ type: 'object' });
    expect(advise(own, '[]').map(({ keyword }) => keyword)).toEqual(['type']);
  });
});
