import type { EventBody } from '#shared/recording';
import { answered, client, failure, found, meta, notification, offered, request, result, server } from './messages.ts';
import { type Agreed, discovered, type Example, examples, afterHandshake, SPAWNED } from './script.ts';

const D = '2025-11-25';
/** The same event, with and without what has to be declared. */
const declared = (event: EventBody, without: Agreed, having: Agreed): Example => ({
  given: [],
  breaks: [...afterHandshake(D, without), event],
  keeps: [...afterHandshake(D, having), event],
});
const ask = (method: string, params?: object): EventBody => client(request(3, method, params));
const told = (method: string, params?: object): EventBody => server(notification(method, params));
const wants = (method: string, params?: object): EventBody => server(request('s1', method, params));
const sampling = (more: object = {}): EventBody =>
  wants('sampling/createMessage', {
    messages: [{ role: 'user', content: { type: 'text', text: 'Sum up' } }],
    maxTokens: 50,
    ...more,
  });
const offer = (capabilities: object): EventBody => client(offered(1, D, { capabilities }));
const discovers = (capabilities: object): readonly EventBody[] =>
  answered(request(1, 'server/discover', { _meta: meta() }), found(1, capabilities));
const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const task = client(request(4, 'tasks/get', { taskId: 't7', _meta: meta(tasks) }));

export const CAPABILITIES = examples(SPAWNED, {
  'cap-tools': declared(ask('tools/call', { name: 'sum' }), {}, { server: { tools: {} } }),
  'cap-resources': declared(ask('resources/read', { uri: 'doc://a' }), {}, { server: { resources: {} } }),
  'cap-prompts': declared(ask('prompts/get', { name: 'greet' }), {}, { server: { prompts: {} } }),
  'cap-completions': declared(
    ask('completion/complete', { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'A' } }),
    { server: { prompts: {} } },
    { server: { prompts: {}, completions: {} } },
  ),
  'cap-logging-setlevel': declared(ask('logging/setLevel', { level: 'debug' }), {}, { server: { logging: {} } }),
  'cap-resources-subscribe': declared(
    ask('resources/subscribe', { uri: 'doc://a' }),
    { server: { resources: {} } },
    { server: { resources: { subscribe: true } } },
  ),
  'cap-tools-list-changed': declared(
    told('notifications/tools/list_changed'),
    { server: { tools: { listChanged: false } } },
    { server: { tools: { listChanged: true } } },
  ),
  'cap-prompts-list-changed': declared(
    told('notifications/prompts/list_changed'),
    { server: { prompts: {} } },
    { server: { prompts: { listChanged: true } } },
  ),
  'cap-resources-list-changed': declared(
    told('notifications/resources/list_changed'),
    { server: { resources: { subscribe: true } } },
    { server: { resources: { listChanged: true } } },
  ),
  'cap-resources-updated': declared(
    told('notifications/resources/updated', { uri: 'doc://a' }),
    { server: { resources: { listChanged: true } } },
    { server: { resources: { subscribe: true } } },
  ),
  'cap-logging-message': declared(
    told('notifications/message', { level: 'info', data: 'ready' }),
    { server: { tools: {} } },
    { server: { logging: {} } },
  ),
  'cap-roots': declared(wants('roots/list'), { client: { sampling: {} } }, { client: { roots: {} } }),
  'cap-sampling': declared(sampling(), { client: { roots: {} } }, { client: { sampling: {} } }),
  'cap-elicitation': declared(
    wants('elicitation/create', { message: 'Which one?', requestedSchema: { type: 'object', properties: {} } }),
    {},
    { client: { elicitation: {} } },
  ),
  'cap-roots-list-changed': declared(
    client(notification('notifications/roots/list_changed')),
    { client: { roots: {} } },
    { client: { roots: { listChanged: true } } },
  ),
  'cap-sampling-tools': declared(
    sampling({ toolChoice: { mode: 'auto' } }),
    { client: { sampling: { context: {} } } },
    { client: { sampling: { tools: {} } } },
  ),
  'cap-sampling-context': declared(
    sampling({ includeContext: 'allServers' }),
    { client: { sampling: { tools: {} } } },
    { client: { sampling: { context: {} } } },
  ),
  'cap-elicitation-mode': declared(
    wants('elicitation/create', {
      mode: 'url',
      message: 'Sign in',
      url: 'https://mcp.example/in',
      elicitationId: 'e1',
    }),
    { client: { elicitation: {} } },
    { client: { elicitation: { url: {} } } },
  ),
  'cap-value-object': { breaks: [offer({ roots: true })], keeps: [offer({ roots: {} })] },
  'cap-used-not-declared': {
    given: afterHandshake(D, { server: { tools: {} } }),
    breaks: [ask('resources/list'), server(result(3, { resources: [] }))],
    keeps: [ask('resources/list'), server(failure(3, -32601))],
  },
  'cap-declared-not-served': {
    given: afterHandshake(D, { server: { prompts: {} } }),
    breaks: [ask('prompts/list'), server(failure(3, -32601))],
    keeps: [ask('prompts/list'), server(result(3, { prompts: [] }))],
  },
  'cap-undeclared-error-code': {
    given: afterHandshake(D, { server: { tools: {} } }),
    breaks: [ask('resources/list'), server(failure(3, -32602))],
    keeps: [ask('resources/list'), server(failure(3, -32601))],
  },
  'cap-extension-id-format': {
    breaks: discovers({ extensions: { charts: {} } }),
    keeps: discovers({ extensions: { 'com.example/charts': {} } }),
  },
  'cap-extension-unilateral': {
    given: [],
    breaks: [...discovered({ server: { tools: {} } }), task],
    keeps: [...discovered({ server: { tools: {}, ...tasks } }), task],
  },
  'cap-elicitation-empty-modes': {
    breaks: [offer({ elicitation: { modes: ['form'] } })],
    keeps: [offer({ elicitation: { form: {} } })],
  },
  'cap-client-refuses-declared': {
    given: afterHandshake(D, { client: { roots: {} } }),
    breaks: [wants('roots/list'), client(failure('s1', -32601))],
    keeps: [wants('roots/list'), client(result('s1', { roots: [] }))],
  },
});
