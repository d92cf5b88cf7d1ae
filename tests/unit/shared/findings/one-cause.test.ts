/** One cause is one finding, at the event and of the side that it is: what follows stands under it. */
import { expect, test } from 'vitest';
import { apart } from '#shared/findings';
import type { EventBody } from '#shared/recording';
import {
  answer,
  discoveredOverHttp,
  end,
  priming,
  sent,
  shakenOverHttp,
  stream,
  streamed,
  usual,
} from '../../../../shared/findings/examples/http-script.ts';
import {
  client,
  complete,
  failure,
  LATEST,
  meta,
  notification,
  request,
  result,
  server,
} from '../../../../shared/findings/examples/messages.ts';
import { CLOSED, discovered, OPEN, afterHandshake, SPAWNED } from '../../../../shared/findings/examples/script.ts';
import { findingsOf } from './run.ts';

const D = '2025-11-25';
const tools = { server: { tools: {} } };
const json = { 'content-type': 'application/json' };
/** What is found that follows from nothing else: rule, side and event. */
const own = (bodies: readonly EventBody[]): readonly string[] =>
  apart(findingsOf(bodies)).own.map(({ rule, side, at }) => `${side} ${rule} @${at}`);
/** The same of what comes after a session has begun, its events counted from 0. */
const after = (given: readonly EventBody[], ...bodies: readonly EventBody[]): readonly string[] =>
  apart(findingsOf([...given, ...bodies])).own.map(({ rule, side, at }) => `${side} ${rule} @${at - given.length}`);

test('what a program prints as JSON is no message, whatever its members are called', () => {
  const begun = [...afterHandshake(D, tools), client(request(7, 'tools/list'))];
  for (const line of [{ error: 'cannot open file' }, { error: { code: 1 } }, { method: 'GET', status: 200 }])
    expect(after(begun, server(line)), JSON.stringify(line)).toEqual(['server stdio-stdout-nonmessage @0']);
  expect(after(begun, server({ result: 5 }))).toEqual(['server stdio-stdout-nonmessage @0']);
  expect(after(begun, server('[1,2,3]'))).toEqual(['server rpc-batch-unsupported @0']);
  expect(after(begun, client({ method: 'GET' }))).toEqual(['client stdio-stdin-nonmessage @0']);
  // What is a message but for one member lacks that member.
  expect(after(begun, server({ id: 7, result: { tools: [] } }))).toEqual(['server rpc-version-field @0']);
  expect(after(begun, server({ id: 7, error: { code: 1, message: 'x' } }))).toEqual(['server rpc-version-field @0']);
  const log = { method: 'notifications/progress', params: { progressToken: 'a', progress: 1 } };
  expect(after(begun, server(log))).toContain('server rpc-version-field @0');
});

test('of whatever members a message has, something is told of its own, and once', () => {
  const none = Symbol('none');
  const members = {
    jsonrpc: ['2.0', none, '1.0', 2],
    id: [none, 7, 'x', null, 1.5, {}],
    method: [none, 'ping', 'GET', '', 5],
    params: [none, {}, [], 5],
    result: [none, {}, 5, null],
    error: [none, { code: 1, message: 'm' }, 'e', {}, null],
  } as const;
  const all = Object.entries(members).reduce<readonly object[]>(
    (made, [name, values]) =>
      made.flatMap((one) => values.map((each) => (each === none ? one : { ...one, [name]: each }))),
    [{}],
  );
  const stdio = [...afterHandshake(D, tools), client(request(7, 'tools/list')), server(request('x', 'ping'))];
  const wrong: unknown[] = [];
  // Each seventh of thousands: every pair of values is among them.
  for (const [index, message] of all.entries()) {
    if (index % 7 > 0) continue;
    for (const body of [server(message), client(message)]) {
      const found = findingsOf([...stdio, body]).filter(({ at }) => at === stdio.length);
      const told = apart(found).own.map(({ rule, pointer }) => `${rule} ${pointer}`);
      if ((found.length > 0 && told.length === 0) || new Set(told).size < told.length) wrong.push({ message, found });
    }
  }
  expect(wrong).toEqual([]);
});

test('a result without an id answers nothing', () => {
  const begun = afterHandshake(D, tools);
  expect(after(begun, server({ jsonrpc: '2.0', result: {} }))).toEqual(['server rpc-response-id-unknown @0']);
  expect(after(begun, client({ jsonrpc: '2.0', result: {} }))).toEqual(['client rpc-response-id-unknown @0']);
  // Beside the answer to a notification it is that answer that is wrong.
  const told = sent('x', usual(D), notification('notifications/roots/list_changed'));
  const bodies = [...told, answer('x', 200, json), server({ jsonrpc: '2.0', result: {} }, { x: 'x' }), end('x')];
  const found = after(shakenOverHttp(D, tools), ...bodies).filter((each) => each.startsWith('server'));
  expect(found).toEqual(['server http-notification-202 @2']);
});

const call = request(3, 'tools/call', { name: 'measure', arguments: {} });
const streaming = [...shakenOverHttp(D, tools), ...sent('x3', usual(D), call), stream('x3'), priming('x3', 'x3-0')];

test('a stream that ends without its answer, and why', () => {
  const cut = [...streaming, end('x3'), CLOSED];
  expect(own(cut)).toEqual([`server http-sse-response-missing @${streaming.length}`]);
  const parted = apart(findingsOf(cut));
  const following = parted.own.flatMap((each) => parted.following(each));
  expect(following.map(({ rule, at }) => `${rule} @${at}`)).toEqual([`http-sse-retry-hint @${streaming.length}`]);
  // Until it is known whether the answer comes on another stream, the missing hint stands for itself.
  expect(own(cut.slice(0, -1))).toEqual([`server http-sse-retry-hint @${streaming.length}`]);
  const unread = streamed('x3', '{"jsonrpc":"2.0","id":3,"resu', { id: 'x3-1' });
  expect(own([...streaming, unread, end('x3'), CLOSED])).toEqual([`server http-sse-data-json @${streaming.length}`]);
  expect(own([...streaming, unread, end('x3')])).toEqual([`server http-sse-data-json @${streaming.length}`]);
});

test('a body that is not what its head or the protocol says', () => {
  const session = shakenOverHttp(D, tools);
  const asked = [...session, ...sent('x', usual(D), request(7, 'tools/list'))];
  const bare = server(result(7, { tools: [] }), { x: 'x', unterminated: true });
  expect(after(asked, answer('x', 200, { 'content-type': 'text/event-stream' }), bare, end('x'))).toEqual([
    'server http-request-content-type @1',
  ]);
  // Half an event is no body of JSON.
  const half = server('id: 1\ndata: {}', { x: 'x', unterminated: true });
  expect(after(asked, stream('x'), half, end('x'))).toEqual(['server http-sse-response-missing @2']);
  const [head] = sent('x', usual(D), {});
  const post = [...session, ...(head ? [head] : [])];
  const refused = [answer('x', 400, json), server(failure(undefined, -32700), { x: 'x' }), end('x')];
  expect(after(post, client('{"jsonrpc":"2.0","id":7,', { x: 'x' }), ...refused)).toEqual([
    'client rpc-top-level-object @0',
  ]);
});

test('a name in a header with bytes that are no ASCII is told as that, and a wrong name beside another header as itself', () => {
  const session = discoveredOverHttp({ server: { prompts: {} } });
  const get = (headers: Readonly<Record<string, string>>): readonly EventBody[] =>
    sent(
      'x',
      usual(LATEST, { 'mcp-method': 'prompts/get', ...headers }),
      request(3, 'prompts/get', { name: 'grüße', _meta: meta() }),
    );
  // As a client's UTF-8 arrives.
  const utf8 = { 'mcp-name': Buffer.from('grüße').toString('latin1') };
  expect(after(session, ...get(utf8))).toEqual(['client http-header-encoding @0']);
  expect(after(session, ...get({ 'mcp-name': 'hi', 'mcp-param-depot': 'ü' }))).toEqual([
    'client http-name-header @0',
    'client http-header-encoding @0',
  ]);
});

test('an error whose status is wrong is told of by its status alone', () => {
  const session = discoveredOverHttp(tools);
  const lacks = { requiredCapabilities: { sampling: {} } };
  const asks = (params: object): readonly EventBody[] =>
    sent('x', usual(LATEST, { 'mcp-method': 'tools/list' }), request(7, 'tools/list', params));
  const answered = (code: number, text: string, data?: object): readonly EventBody[] => [
    ...[answer('x', 200, json), server(failure(7, code, text, data), { x: 'x' }), end('x')],
  ];
  const found = (params: object, ...rest: Parameters<typeof answered>): readonly string[] =>
    own([...session, ...asks(params), ...answered(...rest)]).flatMap((each) =>
      each.startsWith('server') ? [each.split(' ')[1] ?? ''] : [],
    );
  expect(found({ _meta: meta() }, -32021, 'need', lacks)).toEqual(['http-error-status-400']);
  const versions = { supported: [LATEST], requested: LATEST };
  expect(found({ _meta: meta() }, -32022, 'version', versions)).not.toContain('err-32022-data');
  expect(found({}, -32602, '_meta is missing')).toEqual(['req-meta-missing-accepted']);
});

test('a task of an extension that is not agreed', () => {
  const extension = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const session = discovered({ client: extension, ...tools });
  const _meta = meta(extension);
  const asked = client(request(3, 'tools/call', { name: 'a', arguments: {}, _meta }));
  const task = {
    taskId: 't',
    status: 'working',
    createdAt: '2026-07-28T00:00:00Z',
    lastUpdatedAt: '2026-07-28T00:00:00Z',
  };
  const looks = client(request(4, 'tasks/get', { taskId: 't', _meta }));
  const flat = server(result(3, { resultType: 'task', ...task, ttlMs: null }));
  const nested = server(result(3, { resultType: 'task', task }));
  const rules = (...bodies: readonly EventBody[]): readonly string[] =>
    after(session, ...bodies).filter((each) => !each.includes('res-meta'));
  for (const given of [flat, nested]) expect(rules(asked, given)).toEqual(['server cap-extension-unilateral @1']);
  expect(rules(asked, flat, looks)).toEqual(['server cap-extension-unilateral @1']);
  expect(rules(looks)).toEqual(['client cap-extension-unilateral @0']);
});

test('the handshake: a notification with an id came all the same, and a version that no handshake has brings its fields', () => {
  const [hello, welcome] = afterHandshake(D, tools).slice(-3);
  const initialized = client(request(9, 'notifications/initialized'));
  const list = [client(request(2, 'tools/list')), server(result(2, { tools: [] }))];
  const begun = [...SPAWNED, ...(hello && welcome ? [hello, welcome] : [])];
  expect(after(begun, initialized, ...list)).toEqual(['client rpc-notification-has-id @0']);
  const modern = afterHandshake(LATEST, tools);
  expect(
    after(modern, list[0] ?? initialized, server(complete(2, { tools: [], ttlMs: 5, cacheScope: 'private' }))),
  ).toEqual(['client init-modern-version @-3', 'server init-modern-version @-2']);
});

test('a version that nobody published brings no fields that are too new', () => {
  const session = afterHandshake('2024-09-01', { ...tools, client: { roots: {} } });
  const list = [
    client(request(2, 'tools/list')),
    server(result(2, { tools: [{ name: 'a', title: 'A', inputSchema: { type: 'object' } }] })),
  ];
  expect(after(session, ...list).filter((each) => each.includes('field-not-in-version'))).toEqual([]);
});

test('an answer in an envelope has its action inside of it: the envelope is what is wrong', () => {
  const forms = { elicitation: {} };
  const retry = (day: object): readonly string[] => {
    const call = (id: number, more: object): EventBody =>
      client(request(id, 'tools/call', { name: 'book', ...more, _meta: meta(forms) }));
    const params = { message: 'Day?', requestedSchema: { type: 'object', properties: { day: { type: 'string' } } } };
    const inputRequests = { day: { method: 'elicitation/create', params } };
    const asks = server(result(4, { resultType: 'input_required', inputRequests }));
    const session = discovered({ ...tools, client: forms });
    return after(session, call(4, {}), asks, call(5, { inputResponses: { day } })).filter((each) =>
      each.startsWith('client'),
    );
  };
  const action = { action: 'accept', content: { day: 'Monday' } };
  expect(retry(action)).toEqual([]);
  expect(retry({ jsonrpc: '2.0', id: 1, result: action })).toEqual(['client mrtr-response-shape @2']);
  expect(retry({ ...action, action: 'yes' })).toEqual(['client elicit-action @2']);
});

test('a template that gives no URI is not held against the client that fills it in', () => {
  const read = (uriTemplate: string, uri: string): readonly string[] =>
    after(
      afterHandshake(D, { server: { resources: {} } }),
      client(request(7, 'resources/templates/list')),
      server(result(7, { resourceTemplates: [{ uriTemplate, name: 'a' }] })),
      client(request(8, 'resources/read', { uri })),
      server(result(8, { contents: [{ uri, text: 'x' }] })),
    );
  expect(read('/notes/:name', '/notes/:name')).toEqual(['server resource-uri-absolute @1']);
  expect(read('notes/{name}', 'notes/a')).toEqual(['server resource-uri-absolute @1']);
  for (const odd of ['note:///{a b}', 'note:///{a-b}', 'note:///{a:0}', 'note:/// {a}', 'note:///{a.}'])
    expect(read(odd, odd), odd).toEqual(['server resource-template-syntax @1']);
  const right = ['{+uri}', '{scheme}://a', 'a{b}://c', 'note:///{a.b}{?c*,d:3}', 'note:///{%C3%A9}/é', 'x:{y}'];
  for (const each of right) expect(read(each, 'note:///a'), each).toEqual([]);
});

test('what a side does because the other was wrong is not its own', () => {
  const session = discovered(tools);
  const asked = request(3, 'tools/call', { name: 'a', arguments: {}, _meta: meta({ elicitation: { form: {} } }) });
  const form = { type: 'object', properties: { a: { type: 'string' } } };
  const ask = {
    inputRequests: { k: { method: 'elicitation/create', params: { message: 'm', requestedSchema: form } } },
    requestState: { a: 1 },
  };
  const again = {
    name: 'a',
    arguments: {},
    _meta: meta({ elicitation: { form: {} } }),
    inputResponses: { k: { action: 'decline' } },
  };
  const given = server(result(3, { resultType: 'input_required', ...ask }));
  const client4 = client(request(4, 'tools/call', again));
  const found = after(session, client(asked), given, client4);
  expect(found.filter((each) => each.startsWith('client'))).toEqual([]);
  expect(found).toContain('server method-result-schema @1');

  const elicits = afterHandshake(D, { ...tools, client: { elicitation: {} } });
  const odd = server({ jsonrpc: '2.0', id: 'e', method: 'elicitation/create', params: ['Please'] });
  expect(after(elicits, odd, client(failure('e', -32601)))).toEqual(['server rpc-params-object @0']);

  const resources = afterHandshake(D, { server: { resources: { subscribe: true } } });
  const uri = { uri: 'note:///a' };
  const subscribes = [client(request(7, 'resources/subscribe', uri)), server(failure(7, -32601))];
  const ends = client(request(8, 'resources/unsubscribe', uri));
  expect(after(resources, ...subscribes, ends)).toEqual(['server cap-declared-not-served @1']);
  expect(after(resources, ends)).toEqual(['client resource-unsubscribe-unknown @0']);

  // An empty session id can't be sent back.
  const hello = { protocolVersion: D, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const welcome = { protocolVersion: D, capabilities: {}, serverInfo: { name: 's', version: '1' } };
  const nameless = own([
    ...OPEN,
    ...sent('x1', usual(D), request(1, 'initialize', hello)),
    answer('x1', 200, { ...json, 'mcp-session-id': '' }),
    ...[server(result(1, welcome), { x: 'x1' }), end('x1')],
    ...sent('x2', usual(D), notification('notifications/initialized')),
    ...[answer('x2', 202), end('x2'), CLOSED],
  ]);
  expect(nameless).toEqual([`server http-session-id-weak @${OPEN.length + 2}`]);
});

test('a question inside of a result is one finding, of what is wrong in it', () => {
  const begun = discovered();
  const asks = (method: string, params: object): readonly string[] => {
    const asked = client(
      request(5, 'tools/call', { name: 'a', _meta: meta({ sampling: {}, elicitation: { form: {} } }) }),
    );
    const inputRequests = { one: { method, params } };
    return after(begun, asked, server(result(5, { resultType: 'input_required', inputRequests }))).filter((each) =>
      /^server (?:mrtr|sampling|elicit)-/.test(each),
    );
  };
  const messages = [{ role: 'user', content: { type: 'text', text: 'Sum up' } }];
  expect(asks('sampling/createMessage', { messages })).toEqual(['server sampling-max-tokens @1']);
  const nested = { type: 'object', properties: { where: { type: 'object', properties: {} } } };
  expect(asks('elicitation/create', { message: 'Where?', requestedSchema: nested })).toEqual([
    'server elicit-schema-flat @1',
  ]);
});

test('what is sent on a stream behind its answer is one finding', () => {
  const begun = shakenOverHttp(D, tools);
  const list = { jsonrpc: '2.0', id: 7, result: { tools: [] } };
  const asked = [
    ...sent('x', usual(D), request(7, 'tools/list')),
    answer('x', 200, { 'content-type': 'text/event-stream' }),
  ];
  const again = (...more: readonly EventBody[]): readonly string[] =>
    after(begun, ...asked, streamed('x', list), ...more, end('x')).map((each) => each.replace(/ @.*/, ''));
  expect(again(streamed('x', list))).toEqual(['server http-sse-priming', 'server rpc-response-duplicate']);
});

test('an answer with another id on a stream is one finding: that its stream has none follows', () => {
  const begun = [
    ...shakenOverHttp(D, tools),
    ...sent('w', usual(D), request(6, 'ping')),
    ...[answer('w', 200, json), server(result(6, {}), { x: 'w' }), end('w')],
  ];
  const asked = [
    ...sent('x', usual(D), request(7, 'tools/list')),
    answer('x', 200, { 'content-type': 'text/event-stream' }),
    priming('x', 'x-1', 10),
  ];
  const told = (got: object): readonly string[] =>
    after(begun, ...asked, streamed('x', got), end('x')).map((each) => each.replace(/ @.*/, ''));
  expect(told(result('7', { tools: [] }))).toEqual(['server rpc-response-id-type-changed']);
  expect(told(result(6, { tools: [] }))).toEqual(['server rpc-response-duplicate']);
  expect(told({ jsonrpc: '2.0', error: { code: -32603, message: 'Broken' } })).toEqual(['server rpc-error-id-missing']);
});

test('listing tasks that is declared and refused is told of the server', () => {
  const served = { server: { tasks: { list: {}, cancel: {} } } };
  const refused = failure(5, -32601, 'Method not found');
  expect(after(afterHandshake(D, served), client(request(5, 'tasks/list')), server(refused))).toEqual([
    'server cap-declared-not-served @1',
  ]);
});

test('what the schema demands is told as that, not as the advice about the same place', () => {
  const begun = afterHandshake(D, { server: { resources: {} }, client: { elicitation: {} } });
  const contents = [{ mimeType: 'text/plain', text: 'Emma' }];
  const read = client(request(5, 'resources/read', { uri: 'book:///emma' }));
  expect(after(begun, read, server(result(5, { contents })))).toEqual(['server method-result-schema @1']);
  const icons = [{ src: 'https://a.example/i.png', theme: 'sepia' }];
  const listed = { resources: [{ uri: 'book:///emma', name: 'emma', icons }] };
  expect(after(begun, client(request(5, 'resources/list')), server(result(5, listed)))).toEqual([
    'server method-result-schema @1',
  ]);
  const requestedSchema = { type: 'object', properties: { day: { type: 'string' } } };
  const form = server(request('q', 'elicitation/create', { message: 'Which day?', requestedSchema }));
  const answered = after(begun, form, client(result('q', { action: 'accept', content: ['A'] })));
  expect(answered).toEqual(['client method-result-schema @1']);
});

test('what is told of one place does not hide what is told of another one, whose name may begin alike', () => {
  const begun = afterHandshake(D, { server: { resources: {} } });
  const icons = [{ src: 'https://a.example/i.png', sizes: ['big'] }];
  const resources = [
    { uri: 'book:///emma', name: 5 },
    { uri: 'book:///persuasion', name: 'persuasion', icons },
  ];
  expect(after(begun, client(request(5, 'resources/list')), server(result(5, { resources })))).toEqual([
    'server icon-sizes @1',
    'server method-result-schema @1',
  ]);
  const requestedSchema = { type: 'object', properties: { day: { type: 'object' } } };
  const form = { method: 'elicitation/create', params: { mode: 'form', message: 'Which day?', requestedSchema } };
  const call = client(request(6, 'tools/call', { name: 'x', _meta: meta({ elicitation: {} }) }));
  const asked = server(result(6, { resultType: 'input_required', inputRequests: { q1: 5, q10: form } }));
  const told = after(discovered({ client: { elicitation: {} }, ...tools }), call, asked);
  expect(told).toEqual(expect.arrayContaining(['server elicit-schema-flat @1', 'server mrtr-request-kind @1']));
});
