import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from '#shared/jsonrpc';
import { answerOf, edited } from '#shared/tap';

const set = (text: string, ...all: { pointer: string; value?: unknown }[]): string =>
  edited(text, { do: 'edit', set: all });

test('every character that no pointer names stays', () => {
  const text = ' {"id" : 9007199254740993, "params":{"a/b":[1.0, 2.50 ,"\\u00e9"] ,"x":{}}}\r';
  expect(set(text, { pointer: '/params/a~1b/1', value: { new: true } })).toBe(
    ' {"id" : 9007199254740993, "params":{"a/b":[1.0, {"new":true} ,"\\u00e9"] ,"x":{}}}\r',
  );
  expect(set(text, { pointer: '/params/a~1b/0' }, { pointer: '/params/x' })).toBe(
    ' {"id" : 9007199254740993, "params":{"a/b":[2.50 ,"\\u00e9"]}}\r',
  );
  expect(set(text, { pointer: '/params/x/y', value: null })).toContain('"x":{"y": null}');
  expect(set(text, { pointer: '/params/a~1b/-', value: 7 })).toContain('"\\u00e9",7]');
  expect(set(text, { pointer: '', value: [] })).toBe('[]');
});

test('a pointer that leads nowhere changes nothing', () => {
  for (const pointer of ['/b/c', '/a/7', '/a/01', '/a/-', '/id/x', '/b'])
    expect(set('{"a":[1],"id":2}', { pointer })).toBe('{"a":[1],"id":2}');
  expect(set('not json', { pointer: '/a', value: 1 })).toBe('not json');
});

test('values set at any place that is there are read there', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }), { minKeys: 1, maxKeys: 3 }),
      fc.jsonValue({ maxDepth: 2 }),
      (document, value) => {
        const [name = ''] = Object.keys(document);
        const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        const text = JSON.stringify(document);
        const plain = JSON.parse(text) as typeof document;
        const read = (changed: string): unknown => JSON.parse(changed);
        const now = JSON.parse(JSON.stringify(value)) as unknown;
        expect(read(set(text, { pointer, value }))).toEqual({ ...plain, [name]: now });
        expect(read(set(text, { pointer: `${pointer}/-`, value }))).toEqual({
          ...plain,
          [name]: [...(plain[name] ?? []), now],
        });
      },
    ),
  );
});

test('an answer has the id as it was written; what asks for nothing gets none', () => {
  const answer = (text: string): string | undefined => answerOf({ do: 'answer', result: { a: 1 } }, decodeText(text));
  expect(answer('{"jsonrpc":"2.0","id":9007199254740993,"method":"x"}')).toBe(
    '{"jsonrpc":"2.0","id":9007199254740993,"result":{"a":1}}',
  );
  expect(answer('{"jsonrpc":"2.0","id":"é\\n","method":"x"}')).toBe('{"jsonrpc":"2.0","id":"é\\n","result":{"a":1}}');
  expect(answer('[{"jsonrpc":"2.0","id":1,"method":"x"},{"jsonrpc":"2.0","method":"y"}]')).toBe(
    '[{"jsonrpc":"2.0","id":1,"result":{"a":1}}]',
  );
  expect(answer('{"jsonrpc":"2.0","method":"y"}')).toBeUndefined();
  expect(answerOf({ do: 'fail', code: -1, message: 'no' }, decodeText('{"id":1,"method":"x"}'))).toBe(
    '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}',
  );
});
