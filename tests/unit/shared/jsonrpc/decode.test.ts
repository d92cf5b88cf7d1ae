import { describe, expect, test } from 'vitest';
import { decodeText, LARGE_TEXT, type Decoded, type Fault } from '#shared/jsonrpc';

const table: readonly [name: string, text: string, kind: Decoded['kind'], faults: readonly Fault[]][] = [
  ['a request', '{"jsonrpc":"2.0","id":1,"method":"ping"}', 'request', []],
  ['a request with a string id', '{"jsonrpc":"2.0","id":"","method":"ping"}', 'request', []],
  ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}', 'notification', []],
  ['a result', '{"jsonrpc":"2.0","id":1,"result":{}}', 'response', []],
  ['a null result', '{"jsonrpc":"2.0","id":1,"result":null}', 'response', []],
  ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}', 'response', []],
  ['an error without id', '{"jsonrpc":"2.0","error":{"code":-1,"message":"no"}}', 'response', []],
  ['a batch', '[{"jsonrpc":"2.0","method":"a"}]', 'batch', []],
  ['an empty batch', ' [] ', 'batch', ['empty-batch']],
  ['no jsonrpc', '{"id":1,"method":"ping"}', 'request', ['missing-jsonrpc']],
  ['another jsonrpc', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 'request', ['wrong-jsonrpc']],
  ['jsonrpc as a number', '{"jsonrpc":2.0,"id":1,"method":"ping"}', 'request', ['wrong-jsonrpc']],
  ['a null id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', 'invalid', ['null-id']],
  ['a null id in an answer', '{"jsonrpc":"2.0","id":null,"result":{}}', 'response', ['null-id']],
  ['an object as id', '{"jsonrpc":"2.0","id":{},"method":"ping"}', 'invalid', ['bad-id']],
  ['a fraction as id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 'request', ['id-not-integer']],
  ['an id beyond 2^53', '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', 'request', ['unsafe-number']],
  [
    'result and error',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
    'response',
    ['result-and-error'],
  ],
  ['a method that is no string', '{"jsonrpc":"2.0","id":1,"method":7}', 'invalid', ['bad-method']],
  ['params that are no structure', '{"jsonrpc":"2.0","id":1,"method":"a","params":"x"}', 'request', ['bad-params']],
  ['null params', '{"jsonrpc":"2.0","method":"a","params":null}', 'notification', ['bad-params']],
  ['an error that is a string', '{"jsonrpc":"2.0","id":1,"error":"no"}', 'response', ['bad-error']],
  ['an error without message', '{"jsonrpc":"2.0","id":1,"error":{"code":1}}', 'response', ['bad-error']],
  ['neither method nor result', '{"jsonrpc":"2.0","id":1}', 'invalid', ['not-a-message']],
  ['a string', '"hello"', 'invalid', ['not-an-object']],
  ['null', 'null', 'invalid', ['not-an-object']],
  ['nothing', '', 'malformed', ['empty']],
  ['white space', ' \t', 'malformed', ['empty']],
  ['a log line', 'Server running on stdio', 'malformed', ['not-json']],
  ['a bracketed log line', '[info] started', 'malformed', ['not-json']],
  ['a page', '  <!DOCTYPE html><html></html>', 'malformed', ['html']],
  ['a cut message', '{"jsonrpc":"2.0","id":1,"meth', 'malformed', ['incomplete-json']],
  ['a message cut in a word', '{"jsonrpc":"2.0","id":1,"result":nul', 'malformed', ['incomplete-json']],
  ['a message cut in a number', '{"jsonrpc":"2.0","result":{"a":-1.5e', 'malformed', ['incomplete-json']],
  ['a number with a leading zero', '{"id":01}', 'malformed', ['not-json']],
  ['a trailing comma', '{"jsonrpc":"2.0","id":1,}', 'malformed', ['trailing-comma']],
  ['a trailing comma in a list', '[1,]', 'malformed', ['trailing-comma']],
  ['two messages', '{"id":1,"method":"a"}{"id":2,"method":"b"}', 'malformed', ['two-messages']],
  ['two batches', '[] []', 'malformed', ['two-messages']],
  ['a number and more', '12 {"a":1}', 'malformed', ['not-json']],
  ['a byte-order mark', '\uFEFF{"jsonrpc":"2.0","id":1,"method":"ping"}', 'malformed', ['byte-order-mark']],
];

describe('decodeText', () => {
  test.each(table)('%s', (_name, text, kind, faults) => {
    const decoded = decodeText(text);
    expect({ kind: decoded.kind, faults: decoded.faults }).toEqual({ kind, faults });
  });

  test('gives what a request holds', () => {
    expect(decodeText('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo"}}')).toEqual({
      kind: 'request',
      id: 7,
      key: 'n:7',
      method: 'tools/call',
      params: { name: 'echo' },
      faults: [],
    });
  });

  test('an answer with an unusable id has no id', () => {
    const decoded = decodeText('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}');
    expect(decoded).toEqual({
      kind: 'response',
      outcome: 'error',
      error: { code: -32700, message: 'Parse error' },
      faults: ['null-id'],
    });
  });

  test('error wins when result and error come together, and both are kept', () => {
    const decoded = decodeText('{"jsonrpc":"2.0","id":1,"result":5,"error":{"code":1,"message":"m"}}');
    expect(decoded).toMatchObject({ outcome: 'error', result: 5, error: { code: 1 } });
  });

  test('a batch decodes every item', () => {
    const decoded = decodeText('[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"a"},7]');
    expect(decoded.kind === 'batch' && decoded.items.map((item) => item.kind)).toEqual([
      'response',
      'notification',
      'invalid',
    ]);
  });

  test('says where a text stops being JSON', () => {
    expect(decodeText('{"a":1,}')).toMatchObject({ kind: 'malformed', at: 7 });
    expect(decodeText('{"a":1} {}')).toMatchObject({ kind: 'malformed', at: 8 });
    expect(decodeText('{"a":"\u0001"}')).toMatchObject({ kind: 'malformed', at: 6 });
  });

  test('ids beyond 2^53 that parse to one number stay two ids', () => {
    const keyOf = (digits: string): unknown => {
      const decoded = decodeText(`{"jsonrpc":"2.0","id":${digits},"method":"ping"}`);
      return decoded.kind === 'request' && decoded.key;
    };
    expect(keyOf('9007199254740993')).toBe('n:9007199254740993');
    expect(keyOf('9007199254740992')).toBe('n:9007199254740992');
    expect(keyOf('7')).toBe('n:7');
    expect(keyOf('7.0')).toBe('n:7');
    expect(keyOf('"7"')).toBe('s:7');
  });

  test('of an id given twice the last counts', () => {
    expect(decodeText('{"id":9007199254740993,"id":9007199254740995,"jsonrpc":"2.0","method":"a"}')).toMatchObject({
      key: 'n:9007199254740995',
    });
  });

  test('`__proto__` on the wire is a member like any other', () => {
    const decoded = decodeText('{"__proto__":{"method":"evil"},"jsonrpc":"2.0","id":1,"result":{}}');
    expect(decoded).toMatchObject({ kind: 'response', key: 'n:1' });
  });

  test('a deep nest decodes, with a fault beside it', () => {
    const nest = '['.repeat(100_000) + ']'.repeat(100_000);
    const decoded = decodeText(`{"jsonrpc":"2.0","id":1,"result":${nest}}`);
    expect(decoded).toMatchObject({ kind: 'response', key: 'n:1', faults: ['deep-nesting'] });
    expect(decodeText('{"a":'.repeat(100_000))).toMatchObject({ kind: 'malformed', faults: ['incomplete-json'] });
  });

  test('brackets inside strings are no nesting', () => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: '['.repeat(5000) });
    expect(decodeText(text).faults).toEqual([]);
  });
});

describe('a text too long to parse whole', () => {
  const filler = 'x'.repeat(LARGE_TEXT);
  const small = (decoded: Decoded): unknown => ({
    kind: decoded.kind,
    faults: decoded.faults,
    ...('id' in decoded ? { id: decoded.id, key: decoded.key } : {}),
    ...('method' in decoded ? { method: decoded.method } : {}),
    ...('outcome' in decoded ? { outcome: decoded.outcome } : {}),
  });
  const cases: readonly [string, (fill: string) => string][] = [
    ['a result', (fill) => `{"jsonrpc":"2.0","id":9007199254740993,"result":{"text":"${fill}"}}`],
    ['a result before the id', (fill) => `{"result":{"text":"${fill}"},"jsonrpc":"2.0","id":"a"}`],
    ['an error', (fill) => `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"${fill}"}}`],
    ['result and error', (fill) => `{"jsonrpc":"2.0","id":1,"result":{"a":"${fill}"},"error":{"code":1,"message":""}}`],
    ['a request', (fill) => `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"a":"${fill}"}}`],
    ['a notification', (fill) => `{"jsonrpc":"2.0","method":"notifications/message","params":["${fill}"]}`],
    ['params that are no structure', (fill) => `{"jsonrpc":"2.0","id":1,"method":"a","params":"${fill}"}`],
    ['an error that is a string', (fill) => `{"jsonrpc":"2.0","id":1,"error":"${fill}"}`],
    ['no jsonrpc', (fill) => `{"id":1,"result":"${fill}"}`],
    ['no message', (fill) => `{"jsonrpc":"2.0","data":"${fill}"}`],
    ['a string', (fill) => `"${fill}"`],
    ['a trailing comma', (fill) => `{"id":1,"result":"${fill}",}`],
    ['two messages', (fill) => `{"id":1,"result":"${fill}"}{"id":2}`],
    ['a byte-order mark', (fill) => `\uFEFF{"id":1,"result":"${fill}"}`],
    ['a cut text', (fill) => `{"id":1,"result":"${fill}`],
    ['a deep nest', (fill) => `{"jsonrpc":"2.0","id":1,"result":["${fill}",${'['.repeat(600)}${']'.repeat(600)}]}`],
  ];
  test.each(cases)('%s is what it is when it is short', (_name, make) => {
    const large = decodeText(make(filler));
    expect(small(large)).toEqual(small(decodeText(make('x'))));
    if (large.kind !== 'malformed') expect(large.large).toBe(true);
  });

  test('small members are there and large ones are absent', () => {
    const decoded = decodeText(`{"jsonrpc":"2.0","id":1,"method":"a","params":{"p":"${filler}"}}`);
    expect(decoded).not.toHaveProperty('params');
    expect(decodeText(`{"jsonrpc":"2.0","id":1,"method":"a","params":{"p":1},"more":"${filler}"}`)).toMatchObject({
      params: { p: 1 },
    });
  });
});
