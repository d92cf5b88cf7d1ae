/** What is used without being declared. */
import type { EventBody } from '#shared/recording';
import { client, notification, request, server } from '../examples/messages.ts';
import { afterHandshake, type Agreed, type Example, examples, SPAWNED } from '../examples/script.ts';
import { describeRules, must, mustNot, SHOULD_AT_FIRST, shouldNot } from '../rule.ts';
import type { RuleWords, WordsOf } from '../words/types.ts';

export const RULES = describeRules('capabilities', 'any', {
  'cap-tools': must('client', 'A-E', 'server/tools#capabilities', SHOULD_AT_FIRST),
  'cap-resources': must('client', 'A-E', 'server/resources#capabilities', SHOULD_AT_FIRST),
  'cap-prompts': must('client', 'A-E', 'server/prompts#capabilities', SHOULD_AT_FIRST),
  'cap-completions': must('client', 'B-E', 'server/utilities/completion#capabilities', SHOULD_AT_FIRST),
  'cap-logging-setlevel': must('client', 'A-D', 'server/utilities/logging#capabilities', SHOULD_AT_FIRST),
  'cap-resources-subscribe': must('client', 'A-D', 'server/resources#capabilities', SHOULD_AT_FIRST),
  'cap-tools-list-changed': must('server', 'A-E', 'server/tools#capabilities', SHOULD_AT_FIRST),
  'cap-prompts-list-changed': must('server', 'A-E', 'server/prompts#capabilities', SHOULD_AT_FIRST),
  'cap-resources-list-changed': must('server', 'A-E', 'server/resources#capabilities', SHOULD_AT_FIRST),
  'cap-resources-updated': must('server', 'A-E', 'server/resources#capabilities', SHOULD_AT_FIRST),
  'cap-logging-message': must('server', 'A-E', 'server/utilities/logging#capabilities', SHOULD_AT_FIRST),
  'cap-roots': must('server', 'A-D', 'client/roots#capabilities', SHOULD_AT_FIRST),
  'cap-sampling': must('server', 'A-D', 'client/sampling#capabilities', SHOULD_AT_FIRST),
  'cap-elicitation': must('server', 'C-D', 'client/elicitation#capabilities', SHOULD_AT_FIRST),
  'cap-roots-list-changed': must('client', 'A-D', 'client/roots#capabilities', SHOULD_AT_FIRST),
  'cap-sampling-tools': mustNot('server', 'D-E', 'client/sampling#tools-in-sampling'),
  'cap-sampling-context': shouldNot('server', 'D-E', 'client/sampling#capabilities'),
  'cap-elicitation-mode': mustNot('server', 'D-E', 'client/elicitation#capabilities'),
});

/** How a capability is declared: `"tools": {}`, `"tools": { "listChanged": true }`. */
function declarationOf(capability: string): string {
  const [name = '', part] = capability.split('.');
  return `"${name}": ${part === undefined ? '{}' : `{ "${part}": true }`}`;
}

/** A request of the client: what it does, and the capability of the server that it needs. */
const toServerEn = (does: string, capability: string): RuleWords => ({
  title: `${does} only if the server declared ${capability}`,
  found: '`{0}` was sent, but the server did not declare `{1}`.',
  why: 'The server has said that it does not offer this. The request fails, most often with -32601.',
  fix: `Check \`capabilities?.${capability.replace('.', '?.')}\` of the server before you send it. If the server does offer it, it has to declare \`${declarationOf(capability)}\`.`,
});
/** A request of the server, and the capability of the client that it needs. */
const toClientEn = (method: string, capability: string): RuleWords => ({
  title: `Send ${method} only if the client declared ${capability}`,
  found: '`{0}` was sent, but the client did not declare `{1}`.',
  why: 'The client has no handler for it and refuses the request, or never responds.',
  fix: `Check \`capabilities?.${capability}\` of the client (\`getClientCapabilities()\` in SDKs) and do without it where it is absent.`,
});
/** A notification, and the sender's own capability that announces it. */
const announcedEn = (method: string, capability: string, sender = 'server'): RuleWords => ({
  title: `Emit ${method} only after declaring ${capability}`,
  found: '`{0}` was sent without a declared `{1}`.',
  why: `${sender === 'server' ? 'Clients' : 'Servers'} decide by the declaration whether they listen for it. Without it they may not notice the change, or refuse the message.`,
  fix: `Declare \`${declarationOf(capability)}\` in the capabilities of the ${sender}, or do not send the notification.`,
});

export const EN: WordsOf<typeof RULES> = {
  'cap-tools': toServerEn('Call tools/*', 'tools'),
  'cap-resources': toServerEn('Call resources/*', 'resources'),
  'cap-prompts': toServerEn('Call prompts/*', 'prompts'),
  'cap-completions': toServerEn('Call completion/complete', 'completions'),
  'cap-logging-setlevel': toServerEn('Send logging/setLevel', 'logging'),
  'cap-resources-subscribe': toServerEn('Send resources/subscribe', 'resources.subscribe'),
  'cap-tools-list-changed': announcedEn('tools/list_changed', 'tools.listChanged'),
  'cap-prompts-list-changed': announcedEn('prompts/list_changed', 'prompts.listChanged'),
  'cap-resources-list-changed': announcedEn('resources/list_changed', 'resources.listChanged'),
  'cap-resources-updated': announcedEn('resources/updated', 'resources.subscribe'),
  'cap-logging-message': {
    title: 'Emit notifications/message only after declaring logging',
    found: '`{0}` was sent without a declared `{1}`.',
    why: 'Clients decide by the declaration whether they show log messages. Without it these may be dropped.',
    fix: 'Declare `"logging": {}` in the capabilities of the server, or write logs to stderr.',
  },
  'cap-roots': toClientEn('roots/list', 'roots'),
  'cap-sampling': toClientEn('sampling/createMessage', 'sampling'),
  'cap-elicitation': toClientEn('elicitation/create', 'elicitation'),
  'cap-roots-list-changed': announcedEn('roots/list_changed', 'roots.listChanged', 'client'),
  'cap-sampling-tools': {
    title: 'Offer tools in sampling only to clients declaring sampling.tools',
    found: 'The request has `{0}`, but the client did not declare `sampling.tools`.',
    why: 'The client cannot run a model with tools. It refuses the request, or ignores the tools, and the result is worthless.',
    fix: 'Check `capabilities?.sampling?.tools` of the client first. Without it send no `tools` and no `toolChoice`.',
  },
  'cap-sampling-context': {
    title: 'Use includeContext thisServer/allServers only with sampling.context',
    found: '`includeContext` is {0}, but the client did not declare `sampling.context`.',
    why: 'The client does not add the context, and the model answers without it.',
    fix: 'Leave `includeContext` out or send `"none"`, and put what the model needs into `messages`.',
  },
  'cap-elicitation-mode': {
    title: 'Elicit only in modes the client declared',
    found: 'The client did not declare elicitation in mode `{0}`.',
    why: 'The client has no way to show it, and refuses the request.',
    fix: 'Check `elicitation.url` and `elicitation.form` of the client. An empty `elicitation` object means forms only.',
  },
};

/** A request of the client, and the capability of the server that it needs. */
const toServerZh = (method: string, capability: string): RuleWords => ({
  title: `服务器声明了 ${capability} 才能发送 ${method}`,
  found: '发送了 `{0}`，但服务器没有声明 `{1}`。',
  why: '服务器已表明不提供该功能，请求会失败，通常是 -32601。',
  fix: `发送前检查服务器的 \`capabilities?.${capability.replace('.', '?.')}\`。如果服务器确实提供该功能，应声明 \`${declarationOf(capability)}\`。`,
});
/** A request of the server, and the capability of the client that it needs. */
const toClientZh = (method: string, capability: string): RuleWords => ({
  title: `客户端声明了 ${capability} 才能发送 ${method}`,
  found: '发送了 `{0}`，但客户端没有声明 `{1}`。',
  why: '客户端没有对应的处理函数，会拒绝请求，或一直不响应。',
  fix: `先检查客户端的 \`capabilities?.${capability}\`（SDK 中的 \`getClientCapabilities()\`），没有时改用其他方式。`,
});
/** A notification, and the sender's own capability that announces it. */
const announcedZh = (method: string, capability: string, sender = '服务器'): RuleWords => ({
  title: `声明 ${capability} 后才能发送 ${method}`,
  found: '发送了 `{0}`，但没有声明 `{1}`。',
  why: `${sender === '服务器' ? '客户端' : '服务器'}根据声明决定是否处理这个通知。没有声明时，变化可能无人注意，或消息被拒绝。`,
  fix: `在${sender}的能力中声明 \`${declarationOf(capability)}\`，或不发送这个通知。`,
});

export const ZH: WordsOf<typeof RULES> = {
  'cap-tools': toServerZh('tools/*', 'tools'),
  'cap-resources': toServerZh('resources/*', 'resources'),
  'cap-prompts': toServerZh('prompts/*', 'prompts'),
  'cap-completions': toServerZh('completion/complete', 'completions'),
  'cap-logging-setlevel': toServerZh('logging/setLevel', 'logging'),
  'cap-resources-subscribe': toServerZh('resources/subscribe', 'resources.subscribe'),
  'cap-tools-list-changed': announcedZh('tools/list_changed', 'tools.listChanged'),
  'cap-prompts-list-changed': announcedZh('prompts/list_changed', 'prompts.listChanged'),
  'cap-resources-list-changed': announcedZh('resources/list_changed', 'resources.listChanged'),
  'cap-resources-updated': announcedZh('resources/updated', 'resources.subscribe'),
  'cap-logging-message': {
    title: '声明 logging 后才能发送 notifications/message',
    found: '发送了 `{0}`，但没有声明 `{1}`。',
    why: '客户端根据声明决定是否显示日志。没有声明时，日志可能被丢弃。',
    fix: '在服务器的能力中声明 `"logging": {}`，或把日志写到 stderr。',
  },
  'cap-roots': toClientZh('roots/list', 'roots'),
  'cap-sampling': toClientZh('sampling/createMessage', 'sampling'),
  'cap-elicitation': toClientZh('elicitation/create', 'elicitation'),
  'cap-roots-list-changed': announcedZh('roots/list_changed', 'roots.listChanged', '客户端'),
  'cap-sampling-tools': {
    title: '客户端声明了 sampling.tools，采样才能带工具',
    found: '请求带有 `{0}`，但客户端没有声明 `sampling.tools`。',
    why: '客户端无法让模型使用工具，会拒绝请求，或忽略工具而使结果失去意义。',
    fix: '先检查客户端的 `capabilities?.sampling?.tools`；没有时不要带 `tools` 和 `toolChoice`。',
  },
  'cap-sampling-context': {
    title: '客户端声明了 sampling.context 才能用 includeContext',
    found: '`includeContext` 为 {0}，但客户端没有声明 `sampling.context`。',
    why: '客户端不会附加上下文，模型只能在缺少上下文的情况下回答。',
    fix: '省略 `includeContext` 或设为 `"none"`，把模型需要的内容写进 `messages`。',
  },
  'cap-elicitation-mode': {
    title: '征询只能使用客户端声明的模式',
    found: '客户端没有声明 `{0}` 模式的征询。',
    why: '客户端无法显示它，会拒绝请求。',
    fix: '检查客户端的 `elicitation.url` 和 `elicitation.form`。空的 `elicitation` 对象只表示支持表单。',
  },
};

const D = '2025-11-25';
/** The same event, with and without what has to be declared. */
const declared = (event: EventBody, without: Agreed, having: Agreed): Example => ({
  before: [],
  violates: [...afterHandshake(D, without), event],
  conforms: [...afterHandshake(D, having), event],
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

export const EXAMPLES = examples<typeof RULES>(SPAWNED, {
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
});
