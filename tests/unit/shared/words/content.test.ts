/** What a message carries, on one line. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, LARGE_TEXT } from '#shared/jsonrpc';
import { answeredText, askedText, ENGLISH, wordsIn } from '#shared/words';
import { jsonText } from '../../arbitraries.ts';

const CHINESE = await wordsIn('zh-CN');

function asked(text: string, withText = true, words = ENGLISH): string {
  const decoded = decodeText(text);
  if (decoded.kind !== 'request' && decoded.kind !== 'notification') throw new Error(`a ${decoded.kind}`);
  return askedText(words, decoded, withText ? text : undefined);
}
const request = (method: string, params: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
const notice = (method: string, params: string): string =>
  `{"jsonrpc":"2.0","method":"notifications/${method}","params":${params}}`;

function answer(text: string, withText = true, method?: string, words = ENGLISH): string {
  const decoded = decodeText(text);
  if (decoded.kind !== 'response') throw new Error(`a ${decoded.kind}`);
  return answeredText(words, method, decoded, withText ? text : undefined);
}
const result = (json: string): string => `{"jsonrpc":"2.0","id":1,"result":${json}}`;

describe('what is asked', () => {
  test.each([
    ['tools/call', '{"name":"echo","arguments":{"message":"hello","count":3}}', 'message="hello" count=3'],
    ['tools/call', '{"name":"a","arguments":{"x":{"y":1},"z":[1,2,3],"e":{},"n":null}}', 'x={…} z=[1, +2] e={} n=null'],
    ['tools/call', '{"name":"a","arguments":{"big":9007199254740993}}', 'big=9007199254740993'],
    ['tools/call', '{"name":"a","arguments":{"text":"two\\nlines"}}', 'text="two lines"'],
    ['tools/call', '{"name":"a"}', ''],
    ['resources/read', '{"uri":"file:///a"}', ''],
    ['resources/read', '{"uri":5}', 'uri=5'],
    ['logging/setLevel', '{"level":"debug"}', ''],
    [
      'initialize',
      '{"protocolVersion":"2025-11-25","capabilities":{"roots":{},"sampling":{}}}',
      'offers 2025-11-25 · roots sampling',
    ],
    ['completion/complete', '{"ref":{"name":"greet"},"argument":{"name":"who","value":"A"}}', 'greet who="A"'],
    ['sampling/createMessage', '{"messages":[{"role":"user","content":{"type":"text","text":"Why?"}}]}', '"Why?"'],
    ['elicitation/create', '{"message":"Who?","requestedSchema":{"properties":{"name":{},"age":{}}}}', '{name, age}'],
    ['own/method', '{"a":true,"_meta":{}}', 'a=true'],
    ['own/method', '[1]', ''],
  ])('by %s %s', (method, params, line) => expect(asked(request(method, params))).toBe(line));

  test.each([
    ['message', '{"level":"info","data":"Started"}', 'info Started'],
    ['message', '{"level":"error","logger":"db","data":{"message":"Lost"}}', 'error db: Lost'],
    ['message', '{"level":"info","data":{"a":1}}', 'info a=1'],
    ['progress', '{"progressToken":1,"progress":3,"total":10,"message":"half way"}', '3 / 10 · half way'],
    ['progress', '{"progressToken":1,"progress":0.5}', '0.5'],
    ['cancelled', '{"requestId":9007199254740993,"reason":"too slow"}', '#9007199254740993 · too slow'],
    ['cancelled', '{"requestId":"a"}', '#"a"'],
    ['resources/updated', '{"uri":"file:///a"}', 'file:///a'],
    ['tools/list_changed', '{}', ''],
  ])('%s %s tells', (method, params, line) => expect(asked(notice(method, params))).toBe(line));
});

describe('what came', () => {
  test.each([
    ['tools/call', '{"content":[{"type":"text","text":"Echo: hello"}]}', '"Echo: hello"'],
    [
      'tools/call',
      '{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"text","text":"a"},{}]}',
      '"a" +2',
    ],
    [
      'tools/call',
      `{"content":[{"type":"image","data":"${'A'.repeat(2800)}","mimeType":"image/png"}]}`,
      'image/png 2.1 kB',
    ],
    [
      'tools/call',
      '{"content":[{"type":"text","text":"{}"}],"structuredContent":{"temperature":21,"sky":"clear"}}',
      'temperature=21 sky="clear"',
    ],
    ['tools/call', '{"content":[{"type":"resource_link","uri":"file:///a","name":"a"}]}', 'resource_link a'],
    ['tools/call', '{"content":[]}', 'empty'],
    ['tools/call', '{"content":[{"type":"text","text":"No."}],"isError":true,"structuredContent":{"a":1}}', '"No."'],
    [
      'resources/read',
      '{"contents":[{"uri":"a","mimeType":"text/markdown","text":"äöü"},{"uri":"b"}]}',
      'text/markdown 6 bytes +1',
    ],
    ['prompts/get', '{"messages":[{},{}]}', '2 messages'],
    ['prompts/get', '{"messages":[{}]}', '1 message'],
    ['tools/list', '{"tools":[{},{}],"nextCursor":"x"}', '2 tools, more follow'],
    ['completion/complete', '{"completion":{"values":["a","b"],"total":2}}', '"a" "b"'],
    ['completion/complete', '{"completion":{"values":[]}}', 'empty'],
    // What is no text where one must be is shown as it is.
    ['completion/complete', '{"completion":{"values":[1,null,{"value":"a"}]}}', '1 null {"value":"a"}'],
    ['server/discover', '{"supportedVersions":[20260728,"2026-07-28"],"capabilities":{}}', '20260728 +1'],
    ['initialize', '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}', '2025-11-25 · tools'],
    ['elicitation/create', '{"action":"accept","content":{"name":"Ada"}}', 'accept · name="Ada"'],
    [
      'sampling/createMessage',
      '{"role":"assistant","content":{"type":"text","text":"Because."},"model":"m"}',
      '"Because."',
    ],
    ['roots/list', '{"roots":[{"uri":"file:///a"},{"uri":"file:///b"}]}', 'file:///a +1'],
    ['tools/call', '{"resultType":"input_required","inputRequests":{"size":{}}}', 'needs input: size'],
    ['roots/list', '{"roots":[]}', '0 roots'],
    ['ping', '{}', 'empty'],
    ['own/method', '{"total":9007199254740993,"_meta":{}}', 'total=9007199254740993'],
    ['own/method', '12345678901234567890', '12345678901234567890'],
  ])('for %s %s', (method, json, line) => expect(answer(result(json), true, method)).toBe(line));

  test('an error is its code and what it says', () => {
    const error = (json: string): string => answer(`{"jsonrpc":"2.0","id":1,"error":${json}}`);
    expect(error('{"code":-32601,"message":"Method not found"}')).toBe('−32601 Method not found');
    expect(error('{"code":9007199254740993,"message":"Odd"}')).toBe('9007199254740993 Odd');
    expect(error('"no"')).toBe('"no"');
  });
});

test('numbers beyond 2^53 are an ellipsis where the text is not known', () => {
  expect(asked(request('tools/call', '{"name":"a","arguments":{"big":9007199254740993}}'), false)).toBe('big=…');
  expect(answer(result('{"structuredContent":{"big":1e400}}'), false)).toBe('big=…');
});

test('values of any depth and length take one line of at most 200 characters', () => {
  const deep = '{"a":['.repeat(4000) + ']}'.repeat(4000);
  expect(asked(request('tools/call', `{"name":"deep","arguments":${deep}}`))).toBe('a=[{…}]');
  expect(answer(result(`{"structuredContent":${deep}}`))).toBe('a=[{…}]');
  const wide = `{${Array.from({ length: 20_000 }, (_, at) => `"member${at}":"${'x'.repeat(80)}"`).join(',')}}`;
  for (const line of [asked(request('tools/call', `{"arguments":${wide}}`)), answer(result(wide))]) {
    expect(line).toMatch(/^member0="x+…" member1=.*…$/);
    expect(line.length).toBeLessThanOrEqual(200);
  }
});

test('a message too large to be read says only what of it is known', () => {
  const fill = 'x'.repeat(LARGE_TEXT);
  expect(asked(request('tools/call', `{"name":"a","arguments":{"text":"${fill}"}}`))).toBe('');
  expect(asked(request('own/method', `{"a":1,"text":"${fill}"}`))).toBe('a=1');
  expect(answer(result(`{"content":[{"type":"text","text":"${fill}"}]}`), true, 'tools/call')).toBe('');
});

test('any message takes one line in both languages', () => {
  const methods = [
    'tools/call',
    'initialize',
    'completion/complete',
    'sampling/createMessage',
    'elicitation/create',
    'tools/list',
  ];
  const names = ['message', 'progress', 'cancelled', 'resources/updated', 'tasks', 'own'];
  fc.assert(
    fc.property(
      jsonText,
      fc.constantFrom(...methods),
      fc.constantFrom(...names),
      fc.boolean(),
      (json, method, name, text) => {
        for (const words of [ENGLISH, CHINESE]) {
          const lines = [
            asked(request(method, json), text, words),
            asked(notice(name, json), text, words),
            answer(result(json), text, method, words),
            answer(`{"jsonrpc":"2.0","id":1,"error":${json}}`, text, method, words),
          ];
          for (const line of lines) {
            expect(line).toMatch(/^(?:\S(?:.*\S)?)?$/u);
            expect(line.length).toBeLessThanOrEqual(200);
          }
        }
      },
    ),
  );
});
