/** What a person answers the server with, as text; and which addresses may be opened. */
import { describe, expect, test } from 'vitest';
import { SessionLog } from '#shared/session';
import {
  elicitationResult,
  firstResult,
  rootsResult,
  samplingResult,
  taskCreated,
} from '../../../../web/asks/answers.ts';
import { saysHost, webPage } from '../../../../web/ui/results/web-page.ts';
import { inputWords } from '#shared/words';
import { headerShown, mirrored } from '../../../../web/details/mirrored.ts';
import * as en from '../../../../web/base/i18n/en/all.ts';
import { asks as english } from '../../../../web/asks/words/en.ts';

describe('an answer', () => {
  const answer = { text: 'Hi', model: 'by-hand', stopReason: 'endTurn', uses: [] };

  test('to sampling is one block, or a list when tools are used', () => {
    expect(samplingResult(answer)).toBe(
      '{"role":"assistant","content":{"type":"text","text":"Hi"},"model":"by-hand","stopReason":"endTurn"}',
    );
    const use = { id: 'call_1', name: 'weather', input: '{"n":1.0}' };
    expect(samplingResult({ ...answer, text: '', stopReason: '', uses: [use] })).toBe(
      '{"role":"assistant","content":[{"type":"tool_use","id":"call_1","name":"weather","input":{"n":1.0}}],"model":"by-hand"}',
    );
  });

  test('to elicitation has content only when it was given', () => {
    expect(elicitationResult('accept', '{"a":1.0}')).toBe('{"action":"accept","content":{"a":1.0}}');
    expect(elicitationResult('decline')).toBe('{"action":"decline"}');
  });

  test('to roots/list leaves out empty names', () => {
    expect(
      rootsResult([
        { uri: 'file:///a', name: '' },
        { uri: 'file:///b', name: 'b' },
      ]),
    ).toBe('{"roots":[{"uri":"file:///a"},{"uri":"file:///b","name":"b"}]}');
  });

  test('about a task of this client', () => {
    const now = '2026-01-31T12:00:00.000Z';
    expect(JSON.parse(taskCreated('t1', now))).toMatchObject({
      task: { taskId: 't1', status: 'working', createdAt: now },
    });
    expect(JSON.parse(firstResult('tasks/get', { taskId: 't1' }, now))).toMatchObject({
      taskId: 't1',
      status: 'working',
    });
    expect(JSON.parse(firstResult('tasks/cancel', { taskId: 't1' }, now))).toMatchObject({ status: 'cancelled' });
    expect(firstResult('tasks/list', {}, now)).toBe('{"tasks":[]}');
    expect(firstResult('x/unknown', {}, now)).toBe('{}');
  });
});

describe('a page to open', () => {
  test('shows its host apart', () => {
    expect(webPage('https://mcp.example.com:8443/ui?x=1')).toMatchObject({
      before: 'https://',
      host: 'mcp.example.com:8443',
      after: '/ui?x=1',
      hasUser: false,
      secure: true,
    });
  });

  test('says when something else passes for the host', () => {
    expect(webPage('http://bank.example@evil.example/')).toMatchObject({
      before: 'http://bank.example@',
      host: 'evil.example',
      hasUser: true,
      secure: false,
    });
    expect(webPage('https://аpple.com/')?.host).toBe('xn--pple-43d.com');
  });

  test.each([
    ['https://mcp.example.com/ui', 'mcp.example.com'],
    ['http://mcp.example.com:8080/ui', 'http://mcp.example.com:8080'],
    ['https://bank.example@evil.example/', 'evil.example'],
    ['https://bank.example\\@evil.example/', 'bank.example'],
    ['https://bank.example:443@evil.example:8443/', 'evil.example:8443'],
    ['https://bank.example.evil.example/', 'bank.example.evil.example'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://ｅｖｉｌ.example/', 'evil.example'],
    ['https://0x7f.1/', '127.0.0.1'],
    ['https://[::ffff:1.2.3.4]/', '[::ffff:102:304]'],
    ['https://ev\u200bil.example/', 'evil.example'],
  ])('%s: the button says %s', (url, label) => {
    expect(webPage(url)?.label).toBe(label);
    expect(english.page.open(label)).toBe(`Open ${label}`);
    expect(english.page.openAndAccept(label)).toBe(`Open ${label} and accept`);
    expect(en.authorize.openPage(label)).toContain(label);
  });

  test('is one however often was asked: an optimized URL.canParse of Node.js denies what is not ASCII', () => {
    const known = Array.from({ length: 20_000 }, () => webPage('https://bücher.example/') !== undefined);
    expect(known.lastIndexOf(false)).toBe(-1);
  });

  test('says when the host was written with letters that can look like others', () => {
    expect(webPage('https://аpple.com/')?.hasOtherLetters).toBe(true);
    expect(webPage('https://a.xn--pple-43d.com/')?.hasOtherLetters).toBe(true);
    expect(webPage('https://apple.com/xn--a')?.hasOtherLetters).toBe(false);
  });

  test.each([
    ['https://a.example', 'https://a.example/', true],
    ['https://a.example/x', 'https://a.example/x', true],
    ['https://a.example:8443/x', 'https://a.example:8443/x', true],
    ['https://a.example', 'https://b.example/', false],
    ['a.example', 'https://a.example/', false],
    ['https://a.example', 'https://a.example.evil.example/', false],
    ['https://a.example.evil.example', 'https://a.example/', false],
    ['https://a.example@b.example/', 'https://a.example@b.example/', false],
    ['https://b.example@a.example/', 'https://b.example@a.example/', false],
    ['https://аpple.com/', 'https://аpple.com/', false],
    ['Read more', 'https://a.example/', false],
  ])('the link “%s” to %s says its host: %s', (text, href, says) => {
    const page = webPage(href);
    expect(page && saysHost(text, page)).toBe(says);
  });

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'ftp://a/',
    'https://',
    '',
    7,
    undefined,
  ])('%s is never opened', (url) => {
    expect(webPage(url)).toBeUndefined();
  });
});

describe('mirrored headers', () => {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const tools = [
    { name: 'é', inputSchema: { type: 'object', properties: { r: { type: 'string', 'x-mcp-header': 'Region' } } } },
  ];
  const call = { method: 'tools/call', params: { name: 'é', arguments: { r: 'eu' }, _meta: meta } };

  test('are compared with the body', () => {
    expect(
      mirrored(
        call,
        [
          ['mcp-protocol-version', '2026-07-28'],
          ['Mcp-Method', 'tools/list'],
          ['Mcp-Name', '=?base64?w6k=?='],
          ['Mcp-Param-Other', 'x'],
        ],
        tools,
      )?.map(({ name, verdict }) => [name, verdict]),
    ).toEqual([
      ['MCP-Protocol-Version', 'same'],
      ['Mcp-Method', 'different'],
      ['Mcp-Name', 'same'],
      ['Mcp-Param-Region', 'missing'],
      ['Mcp-Param-Other', 'unexpected'],
    ]);
  });

  test('are none of the handshake era', () => {
    expect(mirrored({ method: 'tools/list', params: {} }, [['Mcp-Method', 'x']], [])).toBeUndefined();
  });

  test('are read from their base64 form', () => {
    expect(headerShown('=?base64?w6k=?=')).toBe('é');
    expect(headerShown('=?base64?!!?=')).toBe('=?base64?!!?=');
  });
});

test.each([
  ['"result":{"resultType":"input_required","inputRequests":{"size":{},"colour":{}}}', 'needs input: size, colour'],
  ['"result":{"resultType":"input_required","requestState":"x"}', 'asks for a retry'],
  ['"method":"tools/call","params":{"inputResponses":{"size":{}},"requestState":"x"}', 'provides size'],
  ['"method":"tools/call","params":{"requestState":"x"}', 'retry'],
  ['"result":{"resultType":"task","taskId":"t","status":"working"}', 'became a task'],
  ['"result":{"task":{"taskId":"t"}}', 'became a task'],
  ['"result":{"taskId":"t","status":"input_required","inputRequests":{"go":{}}}', 'input_required: go'],
  ['"result":{"taskId":"t","status":"completed"}', 'completed'],
  ['"result":{"content":[]}', undefined],
  ['"method":"tools/call","params":{"name":"a"}', undefined],
])('what a row says of input: %s', (members, said) => {
  const log = new SessionLog();
  log.append({ s: 0, t: 0, k: 'message', dir: 'c2s', raw: `{"jsonrpc":"2.0","id":1,${members}}` });
  expect(inputWords(log, 0, en)).toBe(said);
});
