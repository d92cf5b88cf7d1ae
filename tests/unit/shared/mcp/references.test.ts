import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { exampleValue, referencesIn } from '#shared/mcp';

const text = { type: 'string' };
const part = { $id: 'https://b.example/part', $defs: { inner: { $anchor: 'inner', type: 'null' } } };
const schema = {
  $id: 'https://a.example/whole',
  $defs: { 'a/b': text, '50%': text, 'ä ~': text, named: { $anchor: 'here', type: 'number' }, part },
};

describe('references of a schema into itself', () => {
  it.each([
    ['#', schema],
    ['#/$defs/a~1b', text],
    ['#/$defs/50%25', text],
    ['#/$defs/%C3%A4%20~0', text],
    ['#here', schema.$defs.named],
    ['https://a.example/whole', schema],
    ['https://a.example/whole#/$defs/a~1b', text],
    ['https://a.example/whole#here', schema.$defs.named],
    ['https://b.example/part', part],
    ['https://b.example/part#/$defs/inner', part.$defs.inner],
    ['https://b.example/part#inner', part.$defs.inner],
    ['#/$defs/50%', undefined],
    ['#/__proto__', undefined],
    ['#nowhere', undefined],
    ['https://a.example/other', undefined],
  ])('%s', (reference, found) => {
    expect(referencesIn(schema)(reference)).toBe(found);
  });

  test('any text and any schema', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (root, reference) => {
        referencesIn(root)(reference);
        referencesIn(root)(`#/${reference}`);
      }),
    );
  });
});

describe('an example of a schema with allOf beside properties', () => {
  const kinds = {
    $defs: { base: { type: 'object', properties: { kind: text, id: { type: 'integer' } }, required: ['kind', 'id'] } },
  };

  it('has the members of both, and its own say of what both describe', () => {
    const own = {
      properties: { kind: { const: 'circle' }, size: { type: 'number' } },
      required: ['size', 'id', 'kind'],
    };
    expect(exampleValue({ ...kinds, ...own, type: 'object', allOf: [{ $ref: '#/$defs/base' }] })).toEqual({
      kind: 'circle',
      id: 1,
      size: 1,
    });
  });
});
