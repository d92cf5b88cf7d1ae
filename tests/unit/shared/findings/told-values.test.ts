/** The sentences about what was found where a value is absent, empty, one of several, or a side: judge and words together. */
import { describe, expect, test } from 'vitest';
import { sentenceOf } from '#shared/findings';
import { FINDINGS_WORDS as EN } from '#shared/findings/words/en';
import { FINDINGS_WORDS as ZH } from '#shared/findings/words/zh-CN';
import type { AuthorizationStep, EventBody } from '#shared/recording';
import { head, shakenOverHttp, stream } from '../../../../shared/findings/examples/http-script.ts';
import {
  client,
  failure,
  meta,
  notification,
  request,
  result,
  server,
} from '../../../../shared/findings/examples/messages.ts';
import { after, CLOSED, discovered, OPEN, afterHandshake } from '../../../../shared/findings/examples/script.ts';
import { findingsOf } from './run.ts';

const D = '2025-11-25';
/** The sentences of a rule, in both languages. */
const said = (rule: string, bodies: readonly EventBody[]): readonly string[] =>
  findingsOf(bodies)
    .filter((each) => each.rule === rule)
    .flatMap((each) => [EN, ZH].map((words) => sentenceOf(words, each)));

const hello = (version: string): object =>
  request(1, 'initialize', {
    protocolVersion: version,
    capabilities: {},
    clientInfo: { name: 'client', version: '1.0.0' },
  });

describe('a batch with initialize', () => {
  const batch = (version: string): readonly EventBody[] => [
    ...OPEN,
    client([hello(version), request(2, 'ping'), request(3, 'tools/list')]),
  ];
  test.each([
    ['rpc-batch-unsupported', D],
    ['rpc-batch-2024', '2024-11-05'],
  ])('%s tells how long it is', (rule, version) => {
    expect(said(rule, batch(version))).toEqual(['The message is an array of length 3.', '消息是包含 3 项的数组。']);
  });
  test('rpc-batch-initialize tells the place of the message', () => {
    expect(said('rpc-batch-initialize', batch('2025-03-26'))).toEqual([
      '`initialize` is message 1 of a batch.',
      '`initialize` 是批次中的第 1 条。',
    ]);
  });
});

describe('authorization', () => {
  const SITE = 'https://mcp.example';
  const LOGIN = 'https://id.example';
  const given = shakenOverHttp(D, { server: { tools: {} } });
  const step = (
    x: string,
    name: AuthorizationStep,
    url: string,
    { status = 200, form, got }: { status?: number; form?: string; got?: object } = {},
  ): readonly EventBody[] => [
    { k: 'http', x, step: name, phase: 'request', method: form === undefined ? 'GET' : 'POST', url, headers: [] },
    ...(form === undefined ? [] : [{ k: 'body', x, dir: 'c2s', raw: form } as const]),
    { k: 'http', x, step: name, phase: 'response', status, headers: [] },
    ...(got === undefined ? [] : [{ k: 'body', x, dir: 's2c', raw: JSON.stringify(got) } as const]),
    { k: 'http', x, step: name, phase: 'end', by: 'server' },
  ];
  const query = (fields: object): string => new URLSearchParams(fields as Record<string, string>).toString();
  const consent = (fields: object): readonly EventBody[] =>
    step('a5', 'authorization', `${LOGIN}/authorize?${query({ response_type: 'code', client_id: 'c', ...fields })}`, {
      status: 302,
    });
  const callback = (fields: object): readonly EventBody[] =>
    step('a6', 'authorization', `http://127.0.0.1:5050/done?${query({ code: 'z9', ...fields })}`);
  const token = (fields: object): readonly EventBody[] =>
    step('a7', 'token', `${LOGIN}/token`, { form: query({ grant_type: 'authorization_code', code: 'z9', ...fields }) });

  test('what a request for consent lacks is missing', () => {
    const bodies = [...given, ...consent({})];
    expect(said('auth-pkce', bodies)).toEqual(['`code_challenge` is missing.', '`code_challenge` 缺失。']);
    expect(said('auth-state', bodies)).toEqual(['`state` is missing.', '`state` 缺失。']);
    expect(said('auth-resource-param', bodies)).toEqual(['`resource` is missing.', '`resource` 缺失。']);
  });

  test('a state that comes back otherwise is told with the one that was sent', () => {
    const bodies = [...given, ...consent({ state: 'k2' })];
    expect(said('auth-state', [...bodies, ...callback({ state: 'k3' }), ...token({})])).toEqual([
      '`state` is "k3"; the authorization request had "k2".',
      '`state` 为 "k3"，授权请求中为 "k2"。',
    ]);
    expect(said('auth-state', [...bodies, ...callback({}), ...token({})])).toEqual([
      '`state` is missing; the authorization request had "k2".',
      '`state` 缺失，授权请求中为 "k2"。',
    ]);
  });

  test('a resource that changes from consent to token is told with the first', () => {
    const bodies = [...given, ...consent({ resource: `${SITE}/mcp` }), ...token({ resource: SITE })];
    expect(said('auth-resource-param', bodies)).toEqual([
      `\`resource\` is "${SITE}"; the authorization request had "${SITE}/mcp".`,
      `\`resource\` 为 "${SITE}"，授权请求中为 "${SITE}/mcp"。`,
    ]);
    expect(said('auth-resource-param', [...given, ...consent({ resource: SITE }), ...token({})])).toEqual([
      '`resource` is missing.',
      '`resource` 缺失。',
    ]);
  });

  test('a client that gives up early is told by the last address it tried', () => {
    const found = findingsOf([
      ...given,
      ...step('a1', 'resource-metadata', `${SITE}/.well-known/oauth-protected-resource/mcp`, {
        got: { resource: `${SITE}/mcp`, authorization_servers: [`${LOGIN}/acme`] },
      }),
      ...step('a2', 'server-metadata', `${LOGIN}/.well-known/oauth-authorization-server/acme`, { status: 404 }),
      ...step('a3', 'server-metadata', `${LOGIN}/.well-known/openid-configuration/acme`, { status: 404 }),
      CLOSED,
    ]).filter(({ rule }) => rule === 'auth-as-metadata-order');
    expect(found.map((each) => each.found)).toEqual([
      [`${LOGIN}/.well-known/openid-configuration/acme`, `${LOGIN}/acme/.well-known/openid-configuration`],
    ]);
  });
});

describe('HTTP+SSE', () => {
  const BASE = 'http://localhost:7312';
  const opened: readonly EventBody[] = [
    ...OPEN,
    head('g1', { accept: 'text/event-stream' }, { method: 'GET', url: `${BASE}/events` }),
    stream('g1'),
  ];
  test('a stream without events is told as one that has no first event', () => {
    const sentences = said('sse-endpoint-first', [...opened, after(11, { k: 'stderr', text: 'late' })]);
    expect(sentences).toHaveLength(2);
    expect(sentences.join(' ')).not.toContain('–');
    expect(sentences[0]).toContain('missing');
    expect(sentences[1]).toContain('缺失');
  });
  test('a POST without an endpoint before it is told as one that has none', () => {
    const sentences = said('sse-post-target', [
      ...opened,
      head('x1', { 'content-type': 'application/json' }, { url: `${BASE}/post` }),
      client(hello('2024-11-05'), { x: 'x1' }),
    ]);
    expect(sentences).toHaveLength(2);
    expect(sentences[0]).toContain('missing');
    expect(sentences[1]).toContain('缺失');
  });
});

test('a form that is accepted without content breaks what requires it', () => {
  const bodies = [
    ...afterHandshake(D, { client: { elicitation: { form: {} } } }),
    server(
      request('q1', 'elicitation/create', {
        message: 'How many?',
        requestedSchema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
      }),
    ),
    client(result('q1', { action: 'accept' })),
  ];
  expect(findingsOf(bodies).find(({ rule }) => rule === 'elicit-content-valid')?.found).toEqual(['/', 'required']);
});

test('a log message or a message without members has none, and nothing is called missing', () => {
  const given = afterHandshake(D, { server: { logging: {} } });
  const logged = (params?: object): readonly string[] =>
    said('logging-message-data', [...given, server(notification('notifications/message', params))]);
  for (const sentences of [logged(), logged({}), said('rpc-message-shape', [...given, server('{}')])]) {
    expect(sentences).toHaveLength(2);
    for (const sentence of sentences) {
      expect(sentence).toContain('{}');
      expect(sentence).not.toMatch(/missing|缺失/u);
    }
  }
});

test('a size of an icon is told by its place', () => {
  const bodies = [
    ...afterHandshake(D, { server: { tools: {} } }),
    client(request(4, 'tools/list')),
    server(
      result(4, {
        tools: [{ name: 'a', inputSchema: { type: 'object' }, icons: [{ src: 'data:,', sizes: ['any', '48'] }] }],
      }),
    ),
  ];
  expect(findingsOf(bodies).find(({ rule }) => rule === 'icon-sizes')?.found).toEqual(['sizes/1', '"48"']);
});

test('progress for a cancelled request is told by the method of that request', () => {
  const bodies = [
    ...discovered({ server: { tools: {} } }),
    client(request(4, 'tools/call', { name: 'a', arguments: {}, _meta: { ...meta(), progressToken: 'p' } })),
    client(notification('notifications/cancelled', { requestId: 4 })),
    after(3, server(notification('notifications/progress', { progressToken: 'p', progress: 1 }))),
  ];
  const [sentence] = said('cancel-messages-after', bodies);
  expect(sentence).toContain('(`tools/call`)');
});

test('a side is told in the language of the sentence', () => {
  expect(
    said('method-wrong-direction', [
      ...afterHandshake(D, { client: { roots: { listChanged: true } } }),
      client(notification('notifications/tools/list_changed')),
    ]),
  ).toEqual([
    '`notifications/tools/list_changed` can only be sent by the server.',
    '`notifications/tools/list_changed` 只能由服务器发送。',
  ]);
  const task = client(
    request(5, 'tasks/get', { taskId: 't1', _meta: meta({ extensions: { 'io.modelcontextprotocol/tasks': {} } }) }),
  );
  const [english, chinese] = said('cap-extension-unilateral', [...discovered({ server: { tools: {} } }), task]);
  expect(english).toContain('only the client declared');
  expect(chinese).toContain('（客户端）');
});

test('an error as large as to be cut is told as an error', () => {
  const text = 'x'.repeat(5 * 1024 * 1024);
  const bodies = [...afterHandshake(D), client(request(3, 'ping')), server(failure(3, -32603, text))];
  expect(said('ping-empty-result', bodies)).toEqual(['The response to `ping` is error.', '`ping` 的响应为 error。']);
});

test('a resource in a prompt without a body lacks text or blob', () => {
  const bodies = [
    ...afterHandshake(D, { server: { prompts: {} } }),
    client(request(4, 'prompts/get', { name: 'a' })),
    server(
      result(4, {
        messages: [{ role: 'user', content: { type: 'resource', resource: { uri: 'a:b', mimeType: 'text/plain' } } }],
      }),
    ),
  ];
  expect(said('prompt-embedded-resource-mime', bodies)[0]).toContain('text/blob');
});

test('the length of a tool name is told in characters', () => {
  const bodies = [
    ...afterHandshake(D, { server: { tools: {} } }),
    client(request(4, 'tools/list')),
    server(result(4, { tools: [{ name: '🙂'.repeat(1200), inputSchema: { type: 'object' } }] })),
  ];
  expect(said('tool-name-length', bodies)[0]).toContain('1200 characters');
});

test('an error without a code is told as an error', () => {
  const bodies = [
    ...afterHandshake(D, { server: { logging: {} } }),
    client(request(4, 'logging/setLevel', { level: 'loud' })),
    server({ jsonrpc: '2.0', id: 4, error: { message: 'no' } }),
  ];
  const sentences = said('logging-setlevel-invalid-code', bodies);
  expect(sentences).toHaveLength(2);
  for (const sentence of sentences) expect(sentence).toMatch(/error[.。]$/u);
});
