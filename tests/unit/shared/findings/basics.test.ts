/** What looks broken and is not, and what is broken in a way that examples of the rules do not show: JSON-RPC, handshake, capabilities. */
import { expect, test } from 'vitest';
import { answer, end, head, posted, streamed } from '../../../../shared/findings/examples/http-script.ts';
import {
  client,
  complete,
  failure,
  meta,
  notification,
  request,
  result,
  server,
} from '../../../../shared/findings/examples/messages.ts';
import {
  after,
  CLOSED,
  discovered,
  OPEN,
  afterHandshake,
  SPAWNED,
} from '../../../../shared/findings/examples/script.ts';
import type { EventBody } from '#shared/recording';
import { findingsOf } from './run.ts';

const D = '2025-11-25';
const hello = (id: number | string, version = D): object =>
  request(id, 'initialize', {
    protocolVersion: version,
    capabilities: {},
    clientInfo: { name: 'client', version: '1.0.0' },
  });
const welcome = (id: number | string, version = D, capabilities: object = { tools: {} }): object =>
  result(id, { protocolVersion: version, capabilities, serverInfo: { name: 'server', version: '1.0.0' } });
const initialized = notification('notifications/initialized');
const list = (id: number): object => request(id, 'tools/list');
const listed = (id: number): object => result(id, { tools: [] });
const overHttp = (version = D, capabilities: object = { tools: {} }): readonly EventBody[] => [
  ...OPEN,
  ...posted('h1', hello(1, version), welcome(1, version, capabilities), { answers: { 'mcp-session-id': 'A' } }),
  ...posted('h2', initialized, undefined, { headers: { 'mcp-session-id': 'A' } }),
];
/** A POST that is refused with a body. */
const refused = (x: string, sent: object, status: number, body: string): readonly EventBody[] => [
  head(x),
  client(sent, { x }),
  answer(x, status, { 'content-type': 'application/json' }),
  server(body, { x }),
  end(x),
];
const asking = (mode: string | undefined): EventBody =>
  server(request('s1', 'elicitation/create', { message: 'Go', ...(mode === undefined ? {} : { mode }) }));

type Case = readonly [what: string, rule: string, found: number, events: readonly EventBody[]];
const stdio = afterHandshake(D, { server: { tools: {} } });

const CASES: readonly Case[] = [
  // Ids.
  [
    'a request sent again after 401 keeps its id',
    'rpc-request-id-reused',
    0,
    [...overHttp(), ...refused('x1', list(5), 401, '{"error":"invalid_token"}'), ...posted('x2', list(5), listed(5))],
  ],
  [
    'ids begin anew in a new session over HTTP',
    'rpc-request-id-reused',
    0,
    [...overHttp(), ...posted('x1', hello(1), welcome(1)), ...posted('x2', list(2), listed(2))],
  ],
  [
    'ids do not begin anew in a process',
    'rpc-request-id-reused',
    1,
    [...stdio, client(list(5)), server(listed(5)), client(list(5))],
  ],
  [
    'client and server count apart',
    'rpc-request-id-reused',
    0,
    [...stdio, client(list(5)), server(request(5, 'ping'))],
  ],
  [
    '1 and "1" differ',
    'rpc-request-id-reused',
    0,
    [...stdio, client(request(7, 'ping')), client(request('7', 'ping'))],
  ],
  [
    'after its response an id is free again in 2026-07-28',
    'rpc-request-id-in-flight',
    0,
    [
      ...discovered({ server: { tools: {} } }),
      client(request(5, 'tools/list', { _meta: meta() })),
      server(complete(5, { tools: [] })),
      client(request(5, 'tools/list', { _meta: meta() })),
    ],
  ],
  [
    'a resumed stream repeats a response',
    'rpc-response-duplicate',
    0,
    [
      ...overHttp('2025-06-18'),
      ...posted('x1', list(5), listed(5)),
      head('g', { 'last-event-id': '7' }, { method: 'GET' }),
      answer('g', 200, { 'content-type': 'text/event-stream' }),
      streamed('g', listed(5)),
    ],
  ],
  [
    'a stream that is not resumed does not',
    'rpc-response-duplicate',
    1,
    [
      ...overHttp('2025-06-18'),
      ...posted('x1', list(5), listed(5)),
      head('g', {}, { method: 'GET' }),
      answer('g', 200, { 'content-type': 'text/event-stream' }),
      streamed('g', listed(5)),
    ],
  ],
  [
    'a response that crosses its cancellation is no duplicate',
    'rpc-response-duplicate',
    0,
    [...stdio, client(list(5)), client(notification('notifications/cancelled', { requestId: 5 })), server(listed(5))],
  ],
  ['nor is it unknown to a recording that begins in the middle', 'rpc-response-id-unknown', 0, [server(listed(5))]],
  [
    'the id of a response to the server is looked at, too',
    'rpc-response-id-unknown',
    1,
    [...stdio, client(result('x'))],
  ],
  // What web servers say is no message.
  [
    'the page of a proxy is no message',
    'rpc-message-shape',
    0,
    [...overHttp(), ...refused('x1', list(5), 404, '{"detail":"No"}')],
  ],
  [
    'an OAuth error is no response',
    'rpc-version-field',
    0,
    [...overHttp(), ...refused('x1', list(5), 401, '{"error":"no"}')],
  ],
  [
    'a text beside an error status is no message',
    'rpc-top-level-object',
    0,
    [...overHttp(), ...refused('x1', list(5), 500, '"no"')],
  ],
  [
    'an SSE event is',
    'rpc-top-level-object',
    1,
    [...overHttp(), head('x1'), client(list(5), { x: 'x1' }), streamed('x1', '"no"')],
  ],
  [
    'an error beside an error status may lack its id',
    'rpc-error-id-missing',
    0,
    [...overHttp(), ...refused('x1', list(5), 400, '{"jsonrpc":"2.0","error":{"code":-32600,"message":"No"}}')],
  ],
  [
    'what stands beside 202 is a courtesy',
    'rpc-top-level-object',
    0,
    [...overHttp(), ...refused('x1', notification('notifications/roots/list_changed'), 202, 'null')],
  ],
  // Batches.
  [
    'a batch that is answered is accepted',
    'rpc-batch-rejected',
    0,
    [...overHttp('2025-03-26'), ...posted('x1', [list(5), request(6, 'ping')], [listed(5), result(6)])],
  ],
  [
    'a batch that a single error answers is not',
    'rpc-batch-rejected',
    1,
    [
      ...afterHandshake('2025-03-26', { server: { tools: {} } }),
      client([list(5), list(6)]),
      server(failure(null, -32600, 'Invalid Request')),
    ],
  ],
  [
    'who may not come in is refused, not the batch',
    'rpc-batch-rejected',
    0,
    [...overHttp('2025-03-26'), ...refused('x1', [list(5)], 401, '{}')],
  ],
  [
    'batches of servers count, too',
    'rpc-batch-unsupported',
    1,
    [...overHttp('2025-06-18'), ...posted('x1', list(5), [listed(5)])],
  ],
  // Methods.
  [
    'server/discover is no method of a session with a handshake',
    'method-not-in-version',
    1,
    [...stdio, client(request(5, 'server/discover', { _meta: meta() }))],
  ],
  [
    'before the handshake it is a probe',
    'method-not-in-version',
    0,
    [...SPAWNED, client(request(0, 'server/discover', { _meta: meta() })), client(hello(1))],
  ],
  // Errors.
  [
    'a server of the handshake refuses the probe with a code of its time',
    'err-legacy-range',
    0,
    [
      ...SPAWNED,
      client(request(0, 'server/discover', { _meta: meta() })),
      server(failure(0, -32000, 'Not initialized')),
    ],
  ],
  // Handshake.
  [
    'a probe may come first',
    'init-first',
    0,
    [...SPAWNED, client(request(0, 'server/discover', { _meta: meta() })), client(hello(1))],
  ],
  ['a ping may come first', 'init-first', 0, [...SPAWNED, client(request(0, 'ping')), client(hello(1))]],
  ['a recording may begin later', 'init-first', 0, [client(list(5))]],
  ['the first message only is told of', 'init-first', 1, [...SPAWNED, client(list(5)), client(list(6))]],
  [
    'what 401 refused is sent again, and that is no second time',
    'init-initialized-once',
    0,
    [
      ...OPEN,
      ...posted('h1', hello(1), welcome(1)),
      ...refused('h2', initialized, 401, '{}'),
      ...posted('h3', initialized, undefined),
    ],
  ],
  [
    'initialize without the session of before begins another',
    'init-repeated',
    0,
    [...overHttp(), ...posted('x1', hello(9), welcome(9))],
  ],
  [
    'with it, it is a second one',
    'init-repeated',
    1,
    [...overHttp(), ...posted('x1', hello(9), welcome(9), { headers: { 'mcp-session-id': 'A' } })],
  ],
  [
    'a version that the client offered itself is one that it speaks',
    'init-version-unsupported-continue',
    0,
    [...SPAWNED, client(hello(1, '2024-10-07')), server(welcome(1, '2024-10-07')), client(initialized)],
  ],
  // Capabilities.
  [
    'nothing is said of capabilities that are not known',
    'cap-tools',
    0,
    [...SPAWNED, client(request(5, 'tools/list', { _meta: meta() }))],
  ],
  [
    'a discovered server that does not offer tools',
    'cap-tools',
    1,
    [...discovered(), client(request(5, 'tools/list', { _meta: meta() }))],
  ],
  [
    '2024-11-05 has no capability for completion',
    'cap-used-not-declared',
    0,
    [
      ...afterHandshake('2024-11-05'),
      client(request(5, 'completion/complete', {})),
      server(result(5, { completion: { values: [] } })),
    ],
  ],
  [
    'an empty elicitation stands for forms',
    'cap-elicitation-mode',
    0,
    [...afterHandshake(D, { client: { elicitation: {} } }), asking(undefined)],
  ],
  [
    'where there are pages only, forms are none of it',
    'cap-elicitation-mode',
    1,
    [...afterHandshake(D, { client: { elicitation: { url: {} } } }), asking(undefined)],
  ],
  [
    'input requests ask for modes, too',
    'cap-elicitation-mode',
    1,
    [
      ...discovered({ server: { tools: {} } }),
      client(request(5, 'tools/call', { name: 'a', _meta: meta({ elicitation: {} }) })),
      server(
        result(5, {
          resultType: 'input_required',
          inputRequests: {
            q: { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'https://a.example' } },
          },
        }),
      ),
    ],
  ],
  // Metadata.
  [
    'keys of the protocol, plain names, and none at all',
    'meta-key-name',
    0,
    [...stdio, client(request(5, 'tools/list', { _meta: { progressToken: 1, a: 1, 'com.example/': 1, '': 1 } }))],
  ],
  [
    'keys of 2026-07-28 are defined before that, too',
    'meta-reserved-prefix',
    0,
    [...stdio, client(request(5, 'tools/list', { _meta: meta() }))],
  ],
  // What waits.
  [
    'a person takes time',
    'rpc-request-unanswered',
    0,
    [...afterHandshake(D, { client: { elicitation: {} } }), after(1, asking('form')), after(100, client(result('s1')))],
  ],
  ['a request that is open at the end', 'rpc-request-unanswered', 1, [...stdio, client(list(5)), CLOSED]],
  [
    'a server that ended answers nothing',
    'rpc-request-unanswered',
    0,
    [...stdio, client(list(5)), { k: 'process', event: 'exit', code: 1, signal: null }, CLOSED],
  ],
];

test.for(CASES)('%s: %s', ([, rule, found, events]) => {
  const all = findingsOf(events);
  expect(
    all.filter((each) => each.rule === rule),
    JSON.stringify(all),
  ).toHaveLength(found);
});
