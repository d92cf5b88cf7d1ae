import { client, meta, request, result, server } from '../examples/messages.ts';
import { afterHandshake, discovered, examples } from '../examples/script.ts';
import { describeRules, info, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('metadata', 'any', {
  'meta-object': must('both', 'A-E', { A: 'basic/index#schema', C: 'basic/index#_meta' }),
  'meta-key-prefix': must('both', 'C-E', 'basic/index#_meta'),
  'meta-key-name': must('both', 'C-E', 'basic/index#_meta'),
  'meta-reserved-prefix': mustNot('both', 'C-E', 'basic/index#_meta', 'warning'),
  'meta-trace-context': must('both', 'E', 'basic/index#_meta'),
  'icon-src-scheme': must('both', 'D-E', 'basic/index#icons'),
  'annotation-priority': must('server', 'A-E', { A: 'server/resources#resource', C: 'server/resources#annotations' }),
  'annotation-audience': must('server', 'A-E', { A: 'server/resources#resource', C: 'server/resources#annotations' }),
  'annotation-last-modified': should('server', 'C-E', 'server/resources#annotations'),
  'icon-sizes': should('both', 'D-E', 'basic/index#icons', 'extra'),
  'deprecated-feature': info('both', 'E', 'deprecated#deprecated', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'meta-object': {
    title: 'Make _meta an object',
    found: '`_meta` is {0}.',
    why: 'Peers look up members of `_meta` by name. If it has another type, typed SDKs refuse the whole message.',
    fix: 'Send an object, or leave `_meta` out when there is nothing to say.',
  },
  'meta-key-prefix': {
    title: 'Write _meta prefixes as dot-separated labels plus a slash',
    found: 'The prefix of the key {0} is not made of valid labels.',
    why: 'The prefix keeps keys of different authors apart. A peer that checks keys refuses or drops this one.',
    fix: 'Reverse a domain that you own: `com.example/`. Each label begins with a letter, ends with a letter or digit, and has only letters, digits and hyphens.',
  },
  'meta-key-name': {
    title: 'Begin and end _meta names with a letter or digit',
    found: 'The name in the key {0} does not follow the grammar.',
    why: 'A peer that checks keys refuses or drops this one.',
    fix: 'Use letters, digits, hyphens, underscores and dots after the slash, with a letter or digit first and last. A leading underscore is not allowed.',
  },
  'meta-reserved-prefix': {
    title: 'Stay out of _meta prefixes reserved for MCP',
    found: 'The key {0} has a prefix reserved for MCP, and no such key is defined.',
    why: 'A later version of the protocol may give the key another meaning.',
    fix: 'Use a prefix of your own domain whose second label is neither `mcp` nor `modelcontextprotocol`.',
  },
  'meta-trace-context': {
    title: 'Use W3C formats for traceparent, tracestate and baggage',
    found: '`{0}` is {1}.',
    why: 'Tracing libraries drop what they cannot read, and the trace silently ends here.',
    fix: 'Let a tracing library write the values (OpenTelemetry: `propagation.inject`), rather than putting them together by hand.',
  },
  'icon-src-scheme': {
    title: 'Use https: or data: for icon sources',
    found: 'An icon has the scheme `{0}`: {1}.',
    why: 'Such a URL can run code, read local files or call programs, so clients refuse to load it.',
    fix: 'Host the icon under https:, or put it into a data: URI.',
  },
  'annotation-priority': {
    title: 'Keep annotation priority between 0 and 1',
    found: '`priority` is {0}.',
    why: 'Clients decide by it what to leave out when the context is full. A value outside 0 to 1 cannot be compared.',
    fix: 'Send a number from 0 (least important) to 1 (required).',
  },
  'annotation-audience': {
    title: 'Limit annotation audience to user and assistant',
    found: '`audience` is {0}.',
    why: 'Clients decide by it who gets to see the content. With an unknown name, nobody gets to see it.',
    fix: 'Send an array of `"user"`, `"assistant"` or both; use an array even for one.',
  },
  'annotation-last-modified': {
    title: 'Write lastModified as an ISO 8601 timestamp',
    found: '`lastModified` is {0}.',
    why: 'Clients sort and show content by this time. They cannot read other formats.',
    fix: 'Format it as `2025-01-12T15:00:58Z` (`date.toISOString()`, `datetime.isoformat()`).',
  },
  'icon-sizes': {
    title: 'Write icon sizes as an array of WxH or any',
    found: '`{0}` is {1}.',
    why: 'Clients choose among icons by size and theme. They skip icons they cannot read, or choose the wrong one.',
    fix: 'Send `sizes` as an array of strings such as `"48x48"`, or `["any"]` for SVG, and `theme` as `"light"` or `"dark"`.',
  },
  'deprecated-feature': {
    title: 'Avoid deprecated features',
    found: 'Deprecated: `{0}`.',
    why: 'It still works in this protocol version, but new code should not build on it: a later version may drop it.',
    fix: 'Look up what takes its place: parameters or configuration for roots, an API of a model provider for sampling, stderr or OpenTelemetry for logging.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'meta-object': {
    title: '_meta 必须是对象',
    found: '`_meta` 为 {0}。',
    why: '对方按名称读取 `_meta` 的成员。其他类型会让强类型 SDK 拒绝整条消息。',
    fix: '发送对象；没有内容时省略 `_meta`。',
  },
  'meta-key-prefix': {
    title: '_meta 键的前缀应为点分标签加斜杠',
    found: '键 {0} 的前缀不是由合法标签组成。',
    why: '前缀用来区分不同作者的键。会检查键名的实现将拒绝或丢弃它。',
    fix: '使用反写的自有域名，例如 `com.example/`。每个标签以字母开头，以字母或数字结尾，中间只用字母、数字和连字符。',
  },
  'meta-key-name': {
    title: '_meta 键名的首尾必须是字母或数字',
    found: '键 {0} 的名称不符合语法。',
    why: '会检查键名的实现将拒绝或丢弃它。',
    fix: '斜杠之后只用字母、数字、连字符、下划线和点，首尾为字母或数字；不能以下划线开头。',
  },
  'meta-reserved-prefix': {
    title: '不要使用为 MCP 保留的 _meta 前缀',
    found: '键 {0} 的前缀为 MCP 保留，而规范没有定义这个键。',
    why: '以后的协议版本可能赋予它其他含义。',
    fix: '使用自有域名作前缀，第二个标签不要用 `mcp` 或 `modelcontextprotocol`。',
  },
  'meta-trace-context': {
    title: 'traceparent、tracestate、baggage 使用 W3C 格式',
    found: '`{0}` 为 {1}。',
    why: '追踪库会丢弃无法读取的值，链路到此中断且没有任何提示。',
    fix: '由追踪库写入这些值（OpenTelemetry 的 `propagation.inject`），不要手工拼接。',
  },
  'icon-src-scheme': {
    title: '图标来源只用 https: 或 data:',
    found: '图标使用了 `{0}` 协议：{1}。',
    why: '这类地址可能执行代码、读取本地文件或调用程序，客户端会拒绝加载。',
    fix: '用 https: 提供图标，或写成 data: URI。',
  },
  'annotation-priority': {
    title: 'priority 应在 0 到 1 之间',
    found: '`priority` 为 {0}。',
    why: '上下文放不下时，客户端据此决定舍弃什么。超出 0 到 1 的值无法比较。',
    fix: '发送 0（最不重要）到 1（必需）之间的数字。',
  },
  'annotation-audience': {
    title: 'audience 只能是 user 和 assistant',
    found: '`audience` 为 {0}。',
    why: '客户端据此决定内容给谁看。遇到未知的名称，谁都看不到。',
    fix: '发送由 `"user"`、`"assistant"` 组成的数组；只有一个时也用数组。',
  },
  'annotation-last-modified': {
    title: 'lastModified 应为 ISO 8601 时间',
    found: '`lastModified` 为 {0}。',
    why: '客户端按这个时间排序和显示，其他写法无法读取。',
    fix: '写成 `2025-01-12T15:00:58Z`（`date.toISOString()`、`datetime.isoformat()`）。',
  },
  'icon-sizes': {
    title: '图标 sizes 应为 WxH 或 any 的数组',
    found: '`{0}` 为 {1}。',
    why: '客户端按尺寸和主题选择图标，读不懂的会跳过，或选错图标。',
    fix: '`sizes` 用 `"48x48"` 这样的字符串数组，SVG 用 `["any"]`；`theme` 用 `"light"` 或 `"dark"`。',
  },
  'deprecated-feature': {
    title: '避免使用已弃用的功能',
    found: '已弃用：`{0}`。',
    why: '它在此协议版本中仍可使用，但以后的版本可能移除，新代码不应依赖它。',
    fix: '改用替代方式：roots 用参数或配置，sampling 用模型提供商的 API，logging 用 stderr 或 OpenTelemetry。',
  },
};

const before = afterHandshake('2025-11-25', { server: { tools: {}, resources: {} } });
const asked = client(request(4, 'tools/list'));
const tool = (more: object) =>
  server(result(4, { tools: [{ name: 'sum', inputSchema: { type: 'object' }, ...more }] }));
const read = client(request(5, 'resources/list'));
const resource = (annotations: object) =>
  server(result(5, { resources: [{ uri: 'doc://a', name: 'a', annotations }] }));
const icon = (more: object) => tool({ icons: [{ src: 'https://mcp.example/sum.svg', ...more }] });
const traced = (traceparent: string) => client(request(6, 'tools/list', { _meta: { ...meta(), traceparent } }));

export const EXAMPLES = examples<typeof RULES>(before, {
  'meta-object': {
    violates: [client(request(4, 'tools/list', { _meta: 'none' }))],
    conforms: [client(request(4, 'tools/list', { _meta: {} }))],
  },
  'meta-key-prefix': {
    violates: [asked, tool({ _meta: { 'com_example/owner': 'me' } })],
    conforms: [asked, tool({ _meta: { 'com.example/owner': 'me' } })],
  },
  'meta-key-name': {
    violates: [asked, tool({ _meta: { 'com.example/_owner': 'me' } })],
    conforms: [asked, tool({ _meta: { 'com.example/owner_1': 'me' } })],
  },
  'meta-reserved-prefix': {
    violates: [asked, tool({ _meta: { 'dev.mcp/owner': 'me' } })],
    conforms: [asked, tool({ _meta: { 'dev.example.mcp/owner': 'me' } })],
  },
  'meta-trace-context': {
    before: discovered({ server: { tools: {} } }),
    violates: [traced('00-00000000000000000000000000000000-1f2e3d4c5b6a7988-01')],
    conforms: [traced('00-0af7651916cd43dd8448eb211c80319c-1f2e3d4c5b6a7988-01')],
  },
  'icon-src-scheme': { violates: [asked, icon({ src: 'javascript:alert(1)' })], conforms: [asked, icon({})] },
  'annotation-priority': { violates: [read, resource({ priority: 10 })], conforms: [read, resource({ priority: 1 })] },
  'annotation-audience': {
    violates: [read, resource({ audience: ['model'] })],
    conforms: [read, resource({ audience: ['assistant'] })],
  },
  'annotation-last-modified': {
    violates: [read, resource({ lastModified: '12 January 2025' })],
    conforms: [read, resource({ lastModified: '2025-01-12T15:00:58.120+02:00' })],
  },
  'icon-sizes': {
    violates: [asked, icon({ sizes: '48x48' })],
    conforms: [asked, icon({ sizes: ['48x48', 'any'], theme: 'dark' })],
  },
  'deprecated-feature': {
    before: discovered({ server: { tools: {} } }),
    violates: [client(request(6, 'tools/list', { _meta: meta({ roots: {} }) }))],
    conforms: [client(request(6, 'tools/list', { _meta: meta() }))],
  },
});
