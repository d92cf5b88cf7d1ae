/** What a change of a definition means for who uses it. */
import { describe, expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import type { HeldRecording as Recorded } from '#shared/recording';
import { asked, recordedTexts } from '../../recorded-of.ts';

type List = 'tools' | 'resources' | 'prompts';
const METHODS = { tools: 'tools/list', resources: 'resources/list', prompts: 'prompts/list' };

function changes(list: List, before: readonly unknown[], after: readonly unknown[]): string[] {
  const [one, other] = [before, after].map((items) =>
    recordedTexts(...asked(1, METHODS[list], undefined, { [list]: items })),
  );
  if (!one || !other) return [];
  return compareRecordings(one, other).definitions.map(({ name, class: kind, reason, path }) =>
    `${kind} ${name} ${reason} ${path}`.trimEnd(),
  );
}
const object = (properties: object, required: readonly string[] = [], more: object = {}): object => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  ...more,
});
const text = { type: 'string' };
const schemas = (member: string, before: unknown, after: unknown): string[] =>
  changes('tools', [{ name: 't', [member]: before }], [{ name: 't', [member]: after }]).map((change) =>
    change.replace(' t ', ' ').replace(`/${member}`, '').trimEnd(),
  );

describe('an input schema', () => {
  test.each([
    [object({}), object({ a: text }, ['a']), 'breaking required-property-added /properties/a'],
    [object({}), object({ a: text }), 'behavioural property-added /properties/a'],
    [object({ a: text }), object({}), 'breaking property-removed /properties/a'],
    [object({ a: text }), object({ a: text }, ['a']), 'breaking property-required /required'],
    [object({ a: text }, ['a']), object({ a: text }), 'behavioural property-optional /required'],
    [object({ a: text }), object({ a: { type: 'number' } }), 'breaking type-changed /properties/a/type'],
    [object({ a: { type: 'number' } }), object({ a: { type: 'integer' } }), 'breaking narrowed /properties/a/type'],
    [object({ a: text }), object({ a: { type: ['string', 'null'] } }), 'behavioural widened /properties/a/type'],
    [object({ a: {} }), object({ a: text }), 'breaking narrowed /properties/a/type'],
    [object({ a: { enum: [1, 2] } }), object({ a: { enum: [1] } }), 'breaking narrowed /properties/a/enum'],
    [object({ a: { enum: [1] } }), object({ a: { enum: [2, 1] } }), 'behavioural widened /properties/a/enum'],
    [object({ a: { enum: [1] } }), object({ a: { enum: [2] } }), 'breaking schema-changed /properties/a/enum'],
    [object({ a: { minimum: 1 } }), object({ a: { minimum: 2 } }), 'breaking narrowed /properties/a/minimum'],
    [object({ a: { maxLength: 1 } }), object({ a: { maxLength: 2 } }), 'behavioural widened /properties/a/maxLength'],
    [object({ a: { pattern: 'x' } }), object({ a: { pattern: 'y' } }), 'breaking schema-changed /properties/a/pattern'],
    [object({}), object({}, [], { additionalProperties: false }), 'breaking narrowed /additionalProperties'],
    [
      object({ a: { ...text, description: 'x' } }),
      object({ a: text }),
      'behavioural description /properties/a/description',
    ],
    [object({}, [], { title: 'x' }), object({}, [], { title: 'y' }), 'cosmetic title /title'],
    [
      object({ a: { type: 'array', items: text } }),
      object({ a: { type: 'array', items: { type: 'number' } } }),
      'breaking type-changed /properties/a/items/type',
    ],
    [
      object({ a: { anyOf: [{ ...text, description: 'x' }, { type: 'null' }] } }),
      object({ a: { anyOf: [{ type: 'null' }, { ...text, description: 'y' }] } }),
      'behavioural description /properties/a/anyOf/1/description',
    ],
    [
      object({ a: { anyOf: [text] } }),
      object({ a: { anyOf: [text, { type: 'null' }] } }),
      'behavioural widened /properties/a/anyOf/1',
    ],
    [
      object({ a: { anyOf: [text, { type: 'null' }] } }),
      object({ a: { anyOf: [text] } }),
      'breaking narrowed /properties/a/anyOf/1',
    ],
    [object({ a: text, b: text }), object({ b: text, a: text }), 'cosmetic order /properties'],
    [object({}), object({}, [], { 'x-order': 1 }), 'behavioural annotation /x-order'],
  ])('%j to %j is %s', (before, after, expected) => {
    expect(schemas('inputSchema', before, after)).toEqual([expected]);
  });

  test.each([
    [object({ a: { enum: [1, 2] }, b: text }, ['b', 'a']), object({ a: { enum: [2, 1] }, b: text }, ['a', 'b'])],
    [object({ a: { ...text, minLength: 0 } }), object({ a: text })],
    [object({ a: { anyOf: [text, { type: 'null' }] } }), object({ a: { anyOf: [{ type: 'null' }, text] } })],
    [object({}, [], { additionalProperties: true }), object({})],
    [object({ a: { enum: [1] } }), object({ a: { const: 1 } })],
  ])('%j and %j accept the same', (before, after) => {
    expect(schemas('inputSchema', before, after)).toEqual([]);
  });
});

test.each([
  [object({ a: text }, ['a']), object({ a: text }), 'breaking property-optional /required'],
  [object({ a: text }), object({ a: text }, ['a']), 'behavioural property-required /required'],
  [object({ a: text }), object({ a: { type: ['string', 'null'] } }), 'breaking widened /properties/a/type'],
  [object({ a: { enum: [1, 2] } }), object({ a: { enum: [1] } }), 'behavioural narrowed /properties/a/enum'],
  [object({ a: text }), object({}), 'breaking property-removed /properties/a'],
  [object({}), object({ a: text }, ['a']), 'behavioural property-added /properties/a'],
  [object({}), undefined, 'breaking output-schema-removed'],
  [undefined, object({}), 'behavioural output-schema-added'],
])('an output schema goes the other way: %j to %j is %s', (before, after, expected) => {
  expect(schemas('outputSchema', before, after)).toEqual([expected]);
});

/** A list of one tool, as its text. */
const listing = (tool: string, more = ''): Recorded =>
  recordedTexts(
    '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    `<{"jsonrpc":"2.0","id":1,"result":{"tools":[${tool}]${more}}}`,
  );
const listed = (before: Recorded, after: Recorded): string[] =>
  compareRecordings(before, after).definitions.map(
    ({ class: kind, reason, path, before: was = '?', after: is = '?' }) => `${kind} ${reason} ${path}: ${was} to ${is}`,
  );

describe('definitions as they stood on the wire', () => {
  const tool = (maximum: string): Recorded => listing(`{"name":"t","inputSchema":{"maximum":${maximum}}}`);
  test.each([
    [
      '9007199254740993',
      '9007199254740992',
      ['breaking narrowed /inputSchema/maximum: 9007199254740993 to 9007199254740992'],
    ],
    ['1e400', '2e400', ['behavioural widened /inputSchema/maximum: 1e400 to 2e400']],
    ['1', '1.0', ['cosmetic number-form /inputSchema/maximum: 1 to 1.0']],
    ['1', '1', []],
  ])('a limit of %s and one of %s', (before, after, expected) => {
    expect(listed(tool(before), tool(after))).toEqual(expected);
  });

  test('a member that is given twice, and a name that is given twice, are told', () => {
    expect(listed(listing('{"name":"t","title":"a","title":"b"}'), listing('{"name":"t","title":"b"}'))).toHaveLength(
      1,
    );
    expect(listed(listing('{"name":"t"},{"name":"t"}'), listing('{"name":"t"}'))).toEqual([
      'breaking tool-removed : {"name":"t"} to ?',
    ]);
  });

  test('of a list of many megabytes', () => {
    const many = (description: string): Recorded =>
      listing(`{"name":"t","description":"${'x'.repeat(5_000_000)}${description}"}`);
    const [change] = compareRecordings(many('a'), many('b')).definitions;
    expect(change).toMatchObject({ class: 'behavioural', reason: 'description' });
    expect([change?.before?.at(-2), change?.after?.at(-2)]).toEqual(['a', 'b']);
  });

  test('are compared whatever the size of the pages', () => {
    const pages = (size: number): Recorded => {
      const names = ['a', 'b', 'c', 'd', 'e', 'f'];
      const texts: string[] = [];
      for (let at = 0; at < names.length; at += size) {
        const tools = names.slice(at, at + size).map((name) => ({ name }));
        const next = at + size < names.length ? { nextCursor: `${size}-${at + size}` } : {};
        texts.push(
          ...asked(at + 1, 'tools/list', at === 0 ? undefined : { cursor: `${size}-${at}` }, { tools, ...next }),
        );
      }
      return recordedTexts(...texts);
    };
    expect(compareRecordings(pages(2), pages(4))).toMatchObject({ same: true, definitions: [], counts: { equal: 1 } });
  });

  test('worst first, however many there are', () => {
    const tools = (type: string): Recorded =>
      listing(
        Array.from({ length: 21_000 }, (_, at) => `{"name":"t${at}","title":"${type}"}`).join(',') +
          `,{"name":"last","inputSchema":{"type":"${type}"}}`,
      );
    const compared = compareRecordings(tools('object'), tools('string'));
    expect(compared.definitions[0]).toMatchObject({ name: 'last', class: 'breaking' });
    expect([compared.definitions.length, compared.moreDefinitions]).toEqual([20_000, 1001]);
  });
});

describe('everything else', () => {
  test('of a tool', () => {
    const tool = (more: object): object => ({ name: 't', inputSchema: object({}), ...more });
    const one = tool({ description: 'a', title: 'T', annotations: { readOnlyHint: true, title: 'x' } });
    const other = tool({
      description: 'b',
      title: 'U',
      annotations: { readOnlyHint: false, title: 'y' },
      execution: { taskSupport: 'required' },
      icons: [],
    });
    expect(changes('tools', [one], [other])).toEqual([
      'breaking t task-support /execution/taskSupport',
      'behavioural t description /description',
      'behavioural t hint /annotations/readOnlyHint',
      'cosmetic t title /title',
      'cosmetic t annotation /annotations/title',
      'cosmetic t icons /icons',
    ]);
    expect(changes('tools', [one, tool({ name: 'gone' })], [tool({ name: 'new' }), one])).toEqual([
      'breaking gone tool-removed',
      'behavioural new tool-added',
    ]);
  });

  test('of a prompt and a resource', () => {
    const prompt = (...args: readonly object[]): object => ({ name: 'p', arguments: args });
    const one = prompt({ name: 'a' }, { name: 'b', required: true }, { name: 'c' });
    const other = prompt({ name: 'b', required: false }, { name: 'a', required: true }, { name: 'd', required: true });
    expect(changes('prompts', [one], [other])).toEqual([
      'breaking p argument-required /arguments/a/required',
      'breaking p argument-removed /arguments/c',
      'breaking p required-argument-added /arguments/d',
      'behavioural p argument-optional /arguments/b/required',
    ]);
    expect(changes('prompts', [one], [prompt({ name: 'c' }, { name: 'a' }, { name: 'b', required: true })])).toEqual([
      'cosmetic p order /arguments',
    ]);
    const resource = (more: object): object => ({ uri: 'a:b', name: 'x', ...more });
    expect(
      changes('resources', [resource({ mimeType: 'a/b', size: 1 })], [resource({ mimeType: 'a/c', size: 2 })]),
    ).toEqual(['behavioural a:b mime-type /mimeType', 'cosmetic a:b size /size']);
  });

  test('a list that one side never read says nothing', () => {
    const [one, other] = [
      recordedTexts(),
      recordedTexts(...asked(1, 'tools/list', undefined, { tools: [{ name: 't' }] })),
    ];
    expect(compareRecordings(one, other).definitions).toEqual([]);
  });
});

test.each([
  ['tools', '{}', '{"tools":[]}'],
  ['tools', '{"tools":null}', '{"tools":[]}'],
  ['tools', '{"tools":[{"name":"a","annotations":[1]}]}', '{"tools":[{"name":"a","annotations":{}}]}'],
  ['prompts', '{"prompts":[{"name":"a","arguments":{"x":1}}]}', '{"prompts":[{"name":"a","arguments":[]}]}'],
  ['prompts', '{"prompts":[{"name":"a","arguments":["x"]}]}', '{"prompts":[{"name":"a","arguments":[5]}]}'],
  ['tools', '{"tools":[null]}', '{"tools":[""]}'],
  ['prompts', '{"prompts":[{"name":"a","arguments":[null]}]}', '{"prompts":[{"name":"a","arguments":[false]}]}'],
])('what is no list of %s counts: %s and %s', (list, before, after) => {
  const listed = (result: string): Recorded =>
    recordedTexts(`{"jsonrpc":"2.0","id":1,"method":"${list}/list"}`, `<{"jsonrpc":"2.0","id":1,"result":${result}}`);
  expect(compareRecordings(listed(before), listed(after)).same).toBe(false);
  expect(compareRecordings(listed(before), listed(before)).same).toBe(true);
});
