import { declarationOf } from '../declaration.ts';
import type { RuleWords } from '../types.ts';

/** A request of the client, and the capability of the server that it needs. */
const toServer = (method: string, capability: string): RuleWords => ({
  title: `服务器声明了 ${capability} 才能发送 ${method}`,
  found: '发送了 `{0}`，但服务器没有声明 `{1}`。',
  why: '服务器已表明不提供该功能，请求会失败，通常是 -32601。',
  fix: `发送前检查服务器的 \`capabilities?.${capability.replace('.', '?.')}\`。如果服务器确实提供该功能，应声明 \`${declarationOf(capability)}\`。`,
});
/** A request of the server, and the capability of the client that it needs. */
const toClient = (method: string, capability: string): RuleWords => ({
  title: `客户端声明了 ${capability} 才能发送 ${method}`,
  found: '发送了 `{0}`，但客户端没有声明 `{1}`。',
  why: '客户端没有对应的处理函数，会拒绝请求，或一直不响应。',
  fix: `先检查客户端的 \`capabilities?.${capability}\`（SDK 中的 \`getClientCapabilities()\`），没有时改用其他方式。`,
});
/** A notification, and the sender's own capability that announces it. */
const announced = (method: string, capability: string, sender = '服务器'): RuleWords => ({
  title: `声明 ${capability} 后才能发送 ${method}`,
  found: '发送了 `{0}`，但没有声明 `{1}`。',
  why: `${sender === '服务器' ? '客户端' : '服务器'}根据声明决定是否处理这个通知。没有声明时，变化可能无人注意，或消息被拒绝。`,
  fix: `在${sender}的能力中声明 \`${declarationOf(capability)}\`，或不发送这个通知。`,
});

export const CAPABILITIES = {
  'cap-tools': toServer('tools/*', 'tools'),
  'cap-resources': toServer('resources/*', 'resources'),
  'cap-prompts': toServer('prompts/*', 'prompts'),
  'cap-completions': toServer('completion/complete', 'completions'),
  'cap-logging-setlevel': toServer('logging/setLevel', 'logging'),
  'cap-resources-subscribe': toServer('resources/subscribe', 'resources.subscribe'),
  'cap-tools-list-changed': announced('tools/list_changed', 'tools.listChanged'),
  'cap-prompts-list-changed': announced('prompts/list_changed', 'prompts.listChanged'),
  'cap-resources-list-changed': announced('resources/list_changed', 'resources.listChanged'),
  'cap-resources-updated': announced('resources/updated', 'resources.subscribe'),
  'cap-logging-message': {
    title: '声明 logging 后才能发送 notifications/message',
    found: '发送了 `{0}`，但没有声明 `{1}`。',
    why: '客户端根据声明决定是否显示日志。没有声明时，日志可能被丢弃。',
    fix: '在服务器的能力中声明 `"logging": {}`，或把日志写到 stderr。',
  },
  'cap-roots': toClient('roots/list', 'roots'),
  'cap-sampling': toClient('sampling/createMessage', 'sampling'),
  'cap-elicitation': toClient('elicitation/create', 'elicitation'),
  'cap-roots-list-changed': announced('roots/list_changed', 'roots.listChanged', '客户端'),
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
