import type { EventBody } from '#shared/recording';
import { posted } from './http-script.ts';
import { answered, client, complete, failure, fresh, meta, notification, request, result, server } from './messages.ts';
import { type Agreed, discovered, type Example, examples, afterHandshake } from './script.ts';

const given = (revision = '2025-11-25', agreed: Agreed = { server: { tools: { listChanged: true } } }) =>
  afterHandshake(revision, agreed);
const OBJECT = { type: 'object' };
const tool = (more: object = {}): object => ({ name: 'count_words', inputSchema: OBJECT, ...more });

const listing = (id: string, ...tools: readonly object[]): readonly EventBody[] =>
  answered(request(id, 'tools/list'), result(id, { tools }));
/** A list of one tool that breaks it, and of one that keeps it. */
const listed = (broken: object, kept: object, revision?: string): Example => ({
  given: given(revision),
  breaks: listing('l1', broken),
  keeps: listing('l1', kept),
});
const called = (id: string, params: object, got: object): readonly EventBody[] =>
  answered(request(id, 'tools/call', { name: 'count_words', ...params }), got);
/** One call, without a list. */
const oneCall = (broken: object, kept: object, revision?: string): Example => ({
  given: given(revision),
  breaks: called('c1', {}, result('c1', broken)),
  keeps: called('c1', {}, result('c1', kept)),
});
const afterList = (own: object, breaks: readonly EventBody[], keeps: readonly EventBody[]): Example => ({
  given: [...given(), ...listing('l1', tool(own))],
  breaks,
  keeps,
});
const text = (content: string): object => ({ content: [{ type: 'text', text: content }] });
const COUNT = { type: 'object', properties: { words: { type: 'integer' } }, required: ['words'] };
const NEEDS_TEXT = { inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } };

const modernList = (id: string, ...tools: readonly object[]): readonly EventBody[] =>
  answered(request(id, 'tools/list', { _meta: meta() }), fresh(id, { tools }));
/** A list of the per-request era with one tool of these arguments. */
const marked = (broken: object, kept: object): Example => ({
  given: discovered({ server: { tools: {} } }),
  breaks: modernList('l1', tool({ inputSchema: { type: 'object', ...broken } })),
  keeps: modernList('l1', tool({ inputSchema: { type: 'object', ...kept } })),
});
const mark = (header: unknown, type: unknown = 'string'): object => ({ type, 'x-mcp-header': header });
const TENANT = { properties: { tenant: mark('Tenant') } };
const overHttp = (inputSchema: object): readonly EventBody[] => [
  ...posted('x1', request('l1', 'tools/list', { _meta: meta() }), fresh('l1', { tools: [tool({ inputSchema })] })),
  ...posted(
    'x2',
    request('c1', 'tools/call', { name: 'count_words', arguments: {}, _meta: meta() }),
    complete('c1', { content: [] }),
  ),
];

export const TOOLS = examples([], {
  'tool-name-charset': listed(tool({ name: 'count/words' }), tool({ name: 'count-words' })),
  'tool-name-length': listed(tool({ name: 'w'.repeat(129) }), tool({ name: 'w'.repeat(128) })),
  'tool-name-unique': {
    given: given('2025-06-18'),
    breaks: listing('l1', tool(), tool()),
    keeps: listing('l1', tool(), tool({ name: 'Count_words' })),
  },
  'tool-input-schema-object': listed({ name: 'count_words' }, tool(), '2024-11-05'),
  'tool-input-schema-valid': listed(
    tool({ inputSchema: { type: 'object', properties: { text: { type: 'string', required: true } } } }),
    tool({ inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } }),
  ),
  'tool-output-schema-object': listed(
    tool({ outputSchema: { type: 'integer' } }),
    tool({ outputSchema: COUNT }),
    '2025-06-18',
  ),
  'tool-output-schema-valid': listed(
    tool({ outputSchema: { type: 'object', properties: { words: { type: 'int' } } } }),
    tool({ outputSchema: COUNT }),
  ),
  'tool-structured-missing': afterList(
    { outputSchema: COUNT },
    called('c1', {}, result('c1', text('7 words'))),
    called('c1', {}, result('c1', { ...text('no text given'), isError: true })),
  ),
  'tool-structured-mismatch': afterList(
    { outputSchema: COUNT },
    called('c1', {}, result('c1', { ...text('{"words":"7"}'), structuredContent: { words: '7' } })),
    called('c1', {}, result('c1', { ...text('{"words":7}'), structuredContent: { words: 7 } })),
  ),
  'tool-structured-object': oneCall(
    { ...text('7'), structuredContent: 7 },
    { ...text('{"words":7}'), structuredContent: { words: 7 } },
    '2025-06-18',
  ),
  'tool-structured-text-mirror': oneCall(
    { ...text('7 words'), structuredContent: { words: 7, lines: 1 } },
    { ...text('{ "lines": 1, "words": 7 }'), structuredContent: { words: 7, lines: 1 } },
  ),
  'tool-result-content-array': oneCall({ text: '7 words' }, text('7 words'), '2024-11-05'),
  'tool-content-block-type': oneCall(
    { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] },
    { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
    '2024-11-05',
  ),
  'content-base64': oneCall(
    { content: [{ type: 'image', data: 'data:image/png;base64,AAAA', mimeType: 'image/png' }] },
    { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
  ),
  'content-mime-type': oneCall(
    { content: [{ type: 'image', data: 'AAAA', mimeType: 'png' }] },
    { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
  ),
  'tool-unknown-protocol-error': afterList(
    {},
    called('c1', { name: 'count_lines' }, failure('c1', -32603, 'no such tool')),
    called('c1', { name: 'count_lines' }, failure('c1', -32602, 'no such tool')),
  ),
  'tool-arguments-object': {
    given: given('2025-03-26'),
    breaks: [client(request('c1', 'tools/call', { name: 'count_words', arguments: ['seven'] }))],
    keeps: [client(request('c1', 'tools/call', { name: 'count_words', arguments: { text: 'seven' } }))],
  },
  'tool-list-order': {
    given: [
      ...discovered({ server: { tools: {} } }),
      ...modernList('l1', tool({ name: 'count' }), tool({ name: 'sort' })),
    ],
    breaks: modernList('l2', tool({ name: 'sort' }), tool({ name: 'count' })),
    keeps: modernList('l2', tool({ name: 'count' }), tool({ name: 'sort' })),
  },
  'xmcp-empty': marked({ properties: { tenant: mark(7) } }, TENANT),
  'xmcp-token': marked({ properties: { tenant: mark('Tenant:') } }, TENANT),
  'xmcp-unique': marked(
    { properties: { tenant: mark('Tenant'), owner: mark('TENANT') } },
    { properties: { tenant: mark('Tenant'), owner: mark('Owner') } },
  ),
  'xmcp-primitive': marked({ properties: { tenant: mark('Tenant', ['string', 'null']) } }, TENANT),
  'xmcp-reachable': marked({ properties: { tenants: { type: 'array', items: mark('Tenant') } } }, TENANT),
  'xmcp-invalid-tool-used': {
    breaks: overHttp({ type: 'object', properties: { tenant: mark('Tenant name') } }),
    keeps: overHttp({ type: 'object', ...TENANT }),
  },
  'tool-schema-dialect': listed(
    tool({ inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' } }),
    tool({ inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' } }),
  ),
  'tool-schema-remote-ref': marked(
    { properties: { place: { $ref: 'https://schemas.example/place.json' } } },
    { properties: { place: { $ref: '#/$defs/place' } }, $defs: { place: { type: 'string' } } },
  ),
  'tool-structured-without-schema': {
    given: [...given(), ...listing('l1', tool(), tool({ name: 'count_lines', outputSchema: { type: 'object' } }))],
    breaks: called('c1', {}, result('c1', { ...text('{"words":7}'), structuredContent: { words: 7 } })),
    keeps: called(
      'c1',
      { name: 'count_lines' },
      result('c1', { ...text('{"lines":7}'), structuredContent: { lines: 7 } }),
    ),
  },
  'tool-input-error-as-result': afterList(
    NEEDS_TEXT,
    called('c1', {}, failure('c1', -32602, 'text is missing')),
    called('c1', {}, result('c1', { ...text('text is missing'), isError: true })),
  ),
  'tool-args-invalid-accepted': afterList(
    NEEDS_TEXT,
    called('c1', { arguments: { text: 7 } }, result('c1', text('1'))),
    called('c1', { arguments: { text: 'seven' } }, result('c1', text('1'))),
  ),
  'tool-call-unlisted': afterList(
    {},
    [client(request('c1', 'tools/call', { name: 'count_pages' }))],
    [
      server(notification('notifications/tools/list_changed')),
      client(request('c1', 'tools/call', { name: 'count_pages' })),
    ],
  ),
  'tool-call-args-mismatch': afterList(
    NEEDS_TEXT,
    [client(request('c1', 'tools/call', { name: 'count_words', arguments: { txt: 'seven' } }))],
    [client(request('c1', 'tools/call', { name: 'count_words', arguments: { text: 'seven' } }))],
  ),
  'tool-annotations-conflict': listed(
    tool({ annotations: { readOnlyHint: true, destructiveHint: true } }),
    tool({ annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true } }),
    '2025-03-26',
  ),
  'tool-embedded-resource-cap': oneCall(
    { content: [{ type: 'resource', resource: { uri: 'memo://1', text: 'seven words' } }] },
    text('seven words'),
  ),
  'list-changed-not-sent': {
    given: [...given(), ...listing('l1', tool())],
    breaks: listing('l2', tool(), tool({ name: 'count_lines' })),
    keeps: [
      server(notification('notifications/tools/list_changed')),
      ...listing('l2', tool(), tool({ name: 'count_lines' })),
    ],
  },
  'xmcp-sensitive': marked({ properties: { accessToken: mark('Access') } }, TENANT),
});
