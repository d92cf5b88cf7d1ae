/** How capabilities are declared. */
import type { EventBody } from '#shared/recording';
import { answered, client, failure, found, meta, offered, request, result, server } from '../examples/messages.ts';
import { afterHandshake, discovered, examples, SPAWNED } from '../examples/script.ts';
import { describeRules, must, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('capabilities', 'any', {
  'cap-value-object': must('both', 'A-E', {
    A: 'basic/lifecycle#capability-negotiation',
    E: 'server/discover#discoverresult',
  }),
  'cap-used-not-declared': must('server', 'A-E', 'server/{1}#capabilities'),
  'cap-declared-not-served': must(
    'server',
    'A-E',
    { A: 'basic/lifecycle#capability-negotiation', E: 'server/{1}#capabilities' },
    { levels: { A: 'SHOULD', B: 'SHOULD', C: 'SHOULD', D: 'SHOULD' } },
  ),
  'cap-undeclared-error-code': should('server', 'A-E', {
    A: 'basic/lifecycle#capability-negotiation',
    B: 'server/utilities/completion#error-handling',
  }),
  'cap-extension-id-format': must('both', 'E', 'basic/versioning#extension-negotiation'),
  'cap-extension-unilateral': must('both', 'E', 'basic/versioning#extension-negotiation'),
  'cap-elicitation-empty-modes': must('client', 'D-E', 'client/elicitation#capabilities', 'extra'),
  'cap-client-refuses-declared': should('client', 'A-D', 'basic/lifecycle#capability-negotiation', 'extra', 'inferred'),
});

export const EN: WordsOf<typeof RULES> = {
  'cap-value-object': {
    title: 'Declare each capability as an object, not true',
    found: 'The capability `{0}` is {1}.',
    why: 'Typed SDKs expect an object and refuse the whole handshake. Others treat the capability as absent.',
    fix: 'Declare it as `{}`, or with its members, such as `{ "listChanged": true }`. Leave out what is not offered.',
  },
  'cap-used-not-declared': {
    title: 'Declare the capability of every feature you serve',
    found: '`{0}` got a result, but the server did not declare `{1}`.',
    why: 'Clients ask only for what is declared. The feature works, and nobody finds it.',
    fix: 'Declare the capability, or remove the handler.',
  },
  'cap-declared-not-served': {
    title: 'Serve the methods of every capability you declare',
    found: '`{0}` was refused with -32601, although the server declared `{1}`.',
    why: 'Clients rely on what is declared: they ask for a list right after the handshake, and some give up the whole connection on this error.',
    fix: 'Register a handler for this method; one of a list returns an empty list at least. Or do not declare the capability.',
  },
  'cap-undeclared-error-code': {
    title: 'Refuse undeclared feature calls with -32601',
    found: '`{0}` is not offered, and was refused with code {1}.',
    why: 'The client cannot tell "not offered" from a failure, and may try again.',
    fix: 'Respond to methods of undeclared capabilities with -32601, "Method not found".',
  },
  'cap-extension-id-format': {
    title: 'Prefix every extension identifier',
    found: 'The extension is named {0}.',
    why: 'Without a proper prefix two extensions can have the same name, and peers enable the wrong one.',
    fix: 'Use a reversed domain that you own, a slash and a name: `com.example/my-extension`.',
  },
  'cap-extension-unilateral': {
    title: 'Fall back to core behaviour when the peer lacks your extension',
    found: '`{0}` belongs to `{1}`, which only the {2} declared.',
    why: 'The other side knows nothing of the extension: it refuses the message, or cannot read the result.',
    fix: 'Look for the extension under `capabilities.extensions` of the other side first, and use the core protocol where it is absent.',
  },
  'cap-elicitation-empty-modes': {
    title: 'Support at least one elicitation mode when declaring elicitation',
    found: '`elicitation` is declared as {0}, without `form` or `url`.',
    why: 'Servers cannot tell which mode they may use, and avoid elicitation.',
    fix: 'Declare `{ "form": {} }`, `{ "url": {} }` or both. `{}` means forms only.',
  },
  'cap-client-refuses-declared': {
    title: 'Handle the server requests that your capabilities promise',
    found: '`{0}` was refused with -32601, although the client declared `{1}`.',
    why: 'The server relies on the declaration, and the call that needs it fails.',
    fix: 'Register the handler before you connect, or do not declare the capability.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'cap-value-object': {
    title: '每项能力应声明为对象，而不是 true',
    found: '能力 `{0}` 的值为 {1}。',
    why: '强类型 SDK 只接受对象，会拒绝整个握手；其他实现会当作没有该能力。',
    fix: '声明为 `{}`，或带上成员，例如 `{ "listChanged": true }`；不提供的能力直接省略。',
  },
  'cap-used-not-declared': {
    title: '提供的功能都要声明对应的能力',
    found: '对 `{0}` 返回了结果，但服务器没有声明 `{1}`。',
    why: '客户端只使用已声明的功能。这项功能可用，却没有客户端会发现。',
    fix: '在能力中声明它，或移除对应的处理函数。',
  },
  'cap-declared-not-served': {
    title: '声明的能力都要提供对应的方法',
    found: '服务器声明了 `{1}`，却以 -32601 拒绝了 `{0}`。',
    why: '客户端以声明为准：握手后立即请求列表，有的会因这个错误放弃整个连接。',
    fix: '为该方法注册处理函数（列表方法至少返回空列表），或不要声明该能力。',
  },
  'cap-undeclared-error-code': {
    title: '未声明的功能应以 -32601 拒绝',
    found: '不提供 `{0}`，却以错误码 {1} 拒绝。',
    why: '客户端无法区分“不提供”与“失败”，可能会重试。',
    fix: '对未声明能力的方法返回 -32601（Method not found）。',
  },
  'cap-extension-id-format': {
    title: '扩展标识必须带前缀',
    found: '扩展名为 {0}。',
    why: '没有合法前缀时，两个扩展可能重名，对方会启用错误的扩展。',
    fix: '使用反写的自有域名、斜杠和名称：`com.example/my-extension`。',
  },
  'cap-extension-unilateral': {
    title: '对方没有你的扩展时，应退回核心协议',
    found: '`{0}` 属于 `{1}`，而只有一方（{2}）声明了它。',
    why: '另一方不认识这个扩展，会拒绝消息，或读不懂结果。',
    fix: '先在对方的 `capabilities.extensions` 中查找该扩展，没有时使用核心协议。',
  },
  'cap-elicitation-empty-modes': {
    title: '声明 elicitation 时至少支持一种模式',
    found: '`elicitation` 声明为 {0}，没有 `form` 或 `url`。',
    why: '服务器不知道可以使用哪种模式，只能不使用征询。',
    fix: '声明 `{ "form": {} }`、`{ "url": {} }` 或两者。`{}` 只表示支持表单。',
  },
  'cap-client-refuses-declared': {
    title: '声明了的能力，就要处理对应的服务器请求',
    found: '客户端声明了 `{1}`，却以 -32601 拒绝了 `{0}`。',
    why: '服务器依赖这项声明，需要它的调用会失败。',
    fix: '连接前注册处理函数，或不要声明该能力。',
  },
};

const D = '2025-11-25';
const ask = (method: string, params?: object): EventBody => client(request(3, method, params));
const wants = (method: string, params?: object): EventBody => server(request('s1', method, params));
const offer = (capabilities: object): EventBody => client(offered(1, D, { capabilities }));
const discovers = (capabilities: object): readonly EventBody[] =>
  answered(request(1, 'server/discover', { _meta: meta() }), found(1, capabilities));
const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const task = client(request(4, 'tasks/get', { taskId: 't7', _meta: meta(tasks) }));

export const EXAMPLES = examples<typeof RULES>(SPAWNED, {
  'cap-value-object': { violates: [offer({ roots: true })], conforms: [offer({ roots: {} })] },
  'cap-used-not-declared': {
    before: afterHandshake(D, { server: { tools: {} } }),
    violates: [ask('resources/list'), server(result(3, { resources: [] }))],
    conforms: [ask('resources/list'), server(failure(3, -32601))],
  },
  'cap-declared-not-served': {
    before: afterHandshake(D, { server: { prompts: {} } }),
    violates: [ask('prompts/list'), server(failure(3, -32601))],
    conforms: [ask('prompts/list'), server(result(3, { prompts: [] }))],
  },
  'cap-undeclared-error-code': {
    before: afterHandshake(D, { server: { tools: {} } }),
    violates: [ask('resources/list'), server(failure(3, -32602))],
    conforms: [ask('resources/list'), server(failure(3, -32601))],
  },
  'cap-extension-id-format': {
    violates: discovers({ extensions: { charts: {} } }),
    conforms: discovers({ extensions: { 'com.example/charts': {} } }),
  },
  'cap-extension-unilateral': {
    before: [],
    violates: [...discovered({ server: { tools: {} } }), task],
    conforms: [...discovered({ server: { tools: {}, ...tasks } }), task],
  },
  'cap-elicitation-empty-modes': {
    violates: [offer({ elicitation: { modes: ['form'] } })],
    conforms: [offer({ elicitation: { form: {} } })],
  },
  'cap-client-refuses-declared': {
    before: afterHandshake(D, { client: { roots: {} } }),
    violates: [wants('roots/list'), client(failure('s1', -32601))],
    conforms: [wants('roots/list'), client(result('s1', { roots: [] }))],
  },
});
