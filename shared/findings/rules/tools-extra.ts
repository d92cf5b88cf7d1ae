/** Tools: arguments that a header repeats, and what is informational or rarely seen. */
import type { EventBody } from '#shared/recording';
import { posted } from '../examples/http-script.ts';
import { client, complete, failure, fresh, meta, notification, request, result, server } from '../examples/messages.ts';
import type { ExamplesOf } from '../examples/script.ts';
import * as tools from '../examples/tool-script.ts';
import { describeRules, info, must, mustNot, should, shouldNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('tools', 'any', {
  'xmcp-empty': mustNot('server', 'E', 'server/tools#x-mcp-header'),
  'xmcp-token': must('server', 'E', 'server/tools#x-mcp-header'),
  'xmcp-unique': must('server', 'E', 'server/tools#x-mcp-header'),
  'xmcp-primitive': must('server', 'E', 'server/tools#x-mcp-header'),
  'xmcp-reachable': must('server', 'E', 'basic/transports/streamable-http#schema-extension'),
  'xmcp-invalid-tool-used': mustNot('client', 'E', 'server/tools#x-mcp-header', { transport: 'streamable-http' }),
  'tool-schema-dialect': info('server', 'D-E', 'basic/index#schema-dialect', 'extra'),
  'tool-schema-remote-ref': info('server', 'E', 'basic/index#ref-resolution', 'extra'),
  'tool-structured-without-schema': info('server', 'C-E', 'server/tools#structured-content', 'extra'),
  'tool-input-error-as-result': should('server', 'D-E', 'server/tools#error-handling', 'info', 'extra'),
  'tool-args-invalid-accepted': must('server', 'A-E', 'server/tools#security-considerations', 'heuristic', 'extra'),
  'tool-call-unlisted': info('client', 'A-E', 'server/tools#calling-tools', 'extra'),
  'tool-call-args-mismatch': info('client', 'A-E', 'server/tools#calling-tools', 'extra'),
  'tool-annotations-conflict': info('server', 'B-E', { B: 'server/tools#tool', C: 'schema#toolannotations' }, 'extra'),
  'list-varies-by-connection': mustNot('server', 'E', 'server/tools#capabilities', 'warning', 'heuristic', 'extra'),
  'tool-embedded-resource-cap': should('server', 'C-E', 'server/tools#embedded-resources', 'extra'),
  'list-changed-not-sent': should('server', 'A-E', 'server/tools#list-changed-notification', 'heuristic', 'extra'),
  'xmcp-sensitive': shouldNot('server', 'E', 'server/tools#x-mcp-header', 'heuristic', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'xmcp-empty': {
    title: 'Make x-mcp-header a non-empty string',
    found: '`x-mcp-header` is {0}.',
    why: 'It becomes part of an HTTP header name. Clients over HTTP have to drop a tool where it is empty.',
    fix: 'Set it to a short string such as `"Region"`, or remove it.',
  },
  'xmcp-token': {
    title: 'Use only header name characters in x-mcp-header',
    found: '`x-mcp-header` is {0}, which is not an HTTP token.',
    why: 'HTTP libraries refuse such a header name. Clients over HTTP have to drop the tool.',
    fix: 'Use letters, digits and `-`: `"My-Region"` instead of `"My Region"`.',
  },
  'xmcp-unique': {
    title: 'Use each x-mcp-header name once in a tool',
    found: '{0} is already used for another argument of this tool (case-insensitive).',
    why: 'HTTP joins headers of one name, so nobody can tell the two arguments apart.',
    fix: 'Give each marked argument a different header name.',
  },
  'xmcp-primitive': {
    title: 'Mark only integer, string or boolean arguments',
    found: 'The argument marked with `x-mcp-header` has the type {0}.',
    why: 'Only these have one exact form in a header. Clients over HTTP have to drop the tool.',
    fix: 'Use `integer`, `string` or `boolean` as its only type, or remove the mark.',
  },
  'xmcp-reachable': {
    title: 'Mark only arguments reachable through properties alone',
    found: '`x-mcp-header` is at `{0}` of the schema, below something other than `properties`.',
    why: 'In arrays, alternatives and referenced schemas there may be no value or several, so no header can be made.',
    fix: 'Move the marked argument to a chain of `properties` from the root, or remove the mark.',
  },
  'xmcp-invalid-tool-used': {
    title: 'Do not call a tool with invalid x-mcp-header marks',
    found: '{0} was listed with invalid `x-mcp-header` marks and is called anyway.',
    why: 'The headers that its call needs cannot be written, so a proxy or the server rejects it.',
    fix: 'Leave out such tools when you read `tools/list` over HTTP, and log why.',
  },
  'tool-schema-dialect': {
    title: 'Write tool schemas in JSON Schema 2020-12',
    found: '`$schema` names {0}.',
    why: 'Peers need to support only 2020-12. Some ignore a schema of another dialect or misread its keywords.',
    fix: 'Generate 2020-12, or leave `$schema` out where the schema means the same in both.',
  },
  'tool-schema-remote-ref': {
    title: 'Do not refer to schemas on the network',
    found: '`$ref` points at {0}.',
    why: 'Receivers must not fetch it by default, so they cannot use the schema.',
    fix: 'Put the schema in `$defs` and refer to `#/$defs/…`.',
  },
  'tool-structured-without-schema': {
    title: 'Declare an outputSchema for structured content',
    found: '{0} returns `structuredContent` and declares no `outputSchema`.',
    why: 'It is allowed, but clients cannot check the data, and the model does not know what it will get.',
    fix: 'Declare the shape as `outputSchema` of the tool.',
  },
  'tool-input-error-as-result': {
    title: 'Report wrong arguments as a result with isError',
    found: 'The arguments break `{1}` at `{0}`, and the response is error `-32602` instead of a result.',
    why: 'The model sees results but not protocol errors. It cannot correct arguments that it never hears about.',
    fix: 'Return `{"isError": true, "content": [{"type": "text", "text": "what is wrong"}]}`.',
  },
  'tool-args-invalid-accepted': {
    title: 'Check tool arguments against the inputSchema',
    found: 'The arguments break `{1}` at `{0}`, and the tool succeeds anyway.',
    why: 'What was not checked reaches the code behind the tool: wrong results at best, an injection at worst.',
    fix: 'Validate `arguments` against `inputSchema` before the tool runs, or loosen the schema to what it accepts.',
  },
  'tool-call-unlisted': {
    title: 'Call only tools that the server listed',
    found: '{0} is not in the list that was read last.',
    why: 'Usually a model made the name up, or the list is out of date. The call will most likely fail.',
    fix: 'Check the name against `tools/list` first, and tell the model which tools there are.',
  },
  'tool-call-args-mismatch': {
    title: 'Send arguments that fit the inputSchema',
    found: 'The arguments of {0} break `{2}` at `{1}`.',
    why: 'A server that validates refuses the call; one that does not may do something unexpected.',
    fix: 'Validate the arguments against the listed schema before sending, and let the model try again.',
  },
  'tool-annotations-conflict': {
    title: 'Do not mark a read-only tool as destructive',
    found: '`readOnlyHint` and `destructiveHint` are both true.',
    why: 'A tool that changes nothing destroys nothing. Hosts cannot tell which of the two holds.',
    fix: 'Remove `destructiveHint`, or set `readOnlyHint` to false if the tool changes anything.',
  },
  'list-varies-by-connection': {
    title: 'Return the same lists on every connection',
    found: 'Another connection with the same credentials got another list.',
    why: 'From 2026-07-28 on nothing is kept between requests. A client may use any connection and expects the same lists.',
    fix: 'Make the lists depend on the credentials only, never on the connection or on earlier requests.',
  },
  'tool-embedded-resource-cap': {
    title: 'Declare resources when results embed them',
    found: 'The result embeds a resource, and the server did not declare `resources`.',
    why: 'Clients that read further resources go by the capability and will not ask for this one.',
    fix: 'Add `resources: {}` to the capabilities and serve the URI, or return the text as a `text` block.',
  },
  'list-changed-not-sent': {
    title: 'Announce that a list changed',
    found: 'The list has changed, and `{0}` was not sent.',
    why: 'Clients keep lists until they are told. They offer tools that are gone and do not see new ones.',
    fix: 'Send the `list_changed` notification when you register or remove something, or do not declare `listChanged`.',
  },
  'xmcp-sensitive': {
    title: 'Do not mirror secrets into headers',
    found: 'The argument {1} is repeated as header {0}; the name suggests a secret.',
    why: 'Headers end up in the logs of every proxy on the way.',
    fix: 'Remove `x-mcp-header` from this argument.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'xmcp-empty': {
    title: 'x-mcp-header 必须是非空字符串',
    found: '`x-mcp-header` 为 {0}。',
    why: '它是 HTTP 请求头名的一部分，为空时使用 HTTP 的客户端必须弃用该工具。',
    fix: '设为 `"Region"` 之类的短字符串，或去掉它。',
  },
  'xmcp-token': {
    title: 'x-mcp-header 只使用请求头名允许的字符',
    found: '`x-mcp-header` 为 {0}，不是 HTTP token。',
    why: 'HTTP 库会拒绝这样的请求头名，使用 HTTP 的客户端必须弃用该工具。',
    fix: '使用字母、数字和 `-`：写 `"My-Region"`，不要写 `"My Region"`。',
  },
  'xmcp-unique': {
    title: '同一工具中 x-mcp-header 不得重名',
    found: '此工具已有参数使用 {0}（不区分大小写）。',
    why: 'HTTP 会合并同名请求头，两个参数将无法区分。',
    fix: '给每个带标记的参数单独的请求头名。',
  },
  'xmcp-primitive': {
    title: '只标记 integer、string 或 boolean 参数',
    found: '带 `x-mcp-header` 标记的参数类型为 {0}。',
    why: '只有这些类型在请求头中有唯一的写法，否则使用 HTTP 的客户端必须弃用该工具。',
    fix: '类型只用 `integer`、`string` 或 `boolean` 之一，或去掉标记。',
  },
  'xmcp-reachable': {
    title: '只标记仅经由 properties 可达的参数',
    found: '`x-mcp-header` 位于 schema 的 `{0}`，路径上不只有 `properties`。',
    why: '数组、分支和被引用的 schema 中可能没有值，也可能有多个值，无法生成请求头。',
    fix: '把参数移到从根开始的 `properties` 链上，或去掉标记。',
  },
  'xmcp-invalid-tool-used': {
    title: '不要调用 x-mcp-header 标记无效的工具',
    found: '{0} 的 `x-mcp-header` 标记无效，客户端仍然调用了它。',
    why: '调用所需的请求头无法写出，代理或服务器会拒绝请求。',
    fix: '通过 HTTP 读取 `tools/list` 时略过这类工具，并在日志中说明原因。',
  },
  'tool-schema-dialect': {
    title: '工具的 schema 使用 JSON Schema 2020-12',
    found: '`$schema` 指定了 {0}。',
    why: '对方只需支持 2020-12，其他方言可能被忽略，或其关键字被误读。',
    fix: '生成 2020-12；若两种方言含义相同，可省略 `$schema`。',
  },
  'tool-schema-remote-ref': {
    title: '不要引用网络上的 schema',
    found: '`$ref` 指向 {0}。',
    why: '接收方默认不得获取它，因此该 schema 无法使用。',
    fix: '把 schema 放进 `$defs`，用 `#/$defs/…` 引用。',
  },
  'tool-structured-without-schema': {
    title: '返回结构化内容时应声明 outputSchema',
    found: '{0} 返回了 `structuredContent`，但没有声明 `outputSchema`。',
    why: '这是允许的，但客户端无法校验数据，模型也不知道会得到什么。',
    fix: '在工具中用 `outputSchema` 声明其结构。',
  },
  'tool-input-error-as-result': {
    title: '参数错误应以带 isError 的结果返回',
    found: '参数的 `{0}` 处不满足 `{1}`，响应却是错误 `-32602` 而不是结果。',
    why: '模型能看到结果，却看不到协议错误，也就无从改正参数。',
    fix: '返回 `{"isError": true, "content": [{"type": "text", "text": "错误说明"}]}`。',
  },
  'tool-args-invalid-accepted': {
    title: '按 inputSchema 校验工具参数',
    found: '参数的 `{0}` 处不满足 `{1}`，工具仍然执行成功。',
    why: '未经校验的数据会进入工具背后的代码，轻则结果错误，重则遭到注入。',
    fix: '执行前按 `inputSchema` 校验 `arguments`，或把 schema 放宽到实际接受的范围。',
  },
  'tool-call-unlisted': {
    title: '只调用服务器列出的工具',
    found: '最近一次读取的列表中没有 {0}。',
    why: '名称通常是模型编造的，或列表已过期，调用很可能失败。',
    fix: '先与 `tools/list` 核对名称，并告诉模型有哪些工具。',
  },
  'tool-call-args-mismatch': {
    title: '发送符合 inputSchema 的参数',
    found: '{0} 的参数在 `{1}` 处不满足 `{2}`。',
    why: '做校验的服务器会拒绝调用，不做校验的则可能产生意外行为。',
    fix: '发送前按列出的 schema 校验参数，不符合时让模型重试。',
  },
  'tool-annotations-conflict': {
    title: '只读工具不要标记为 destructiveHint',
    found: '`readOnlyHint` 和 `destructiveHint` 同时为 true。',
    why: '不修改数据的工具不会破坏数据，宿主无法判断以哪个为准。',
    fix: '去掉 `destructiveHint`；若工具会修改数据，则把 `readOnlyHint` 设为 false。',
  },
  'list-varies-by-connection': {
    title: '所有连接返回相同的列表',
    found: '凭据相同的另一个连接得到了不同的列表。',
    why: '自 2026-07-28 起请求之间不保留状态，客户端可使用任意连接，并期望得到相同结果。',
    fix: '列表只取决于凭据，不取决于连接或之前的请求。',
  },
  'tool-embedded-resource-cap': {
    title: '结果内嵌资源时应声明 resources 能力',
    found: '结果内嵌了资源，但服务器没有声明 `resources`。',
    why: '客户端根据能力决定是否继续读取资源，不会去请求它。',
    fix: '在能力中加上 `resources: {}` 并提供该 URI，或以 `text` 块返回文本。',
  },
  'list-changed-not-sent': {
    title: '列表变化时发送通知',
    found: '列表与之前不同，但没有发送 `{0}`。',
    why: '客户端在收到通知前一直使用旧列表，会提供已移除的工具，也看不到新工具。',
    fix: '注册或移除时发送 `list_changed` 通知，或不要声明 `listChanged`。',
  },
  'xmcp-sensitive': {
    title: '不要把敏感信息镜像到请求头',
    found: '参数 {1} 会作为请求头 {0} 重复发送，名称表明它可能是敏感信息。',
    why: '请求头会写入途中每个代理的日志。',
    fix: '去掉该参数的 `x-mcp-header`。',
  },
};

const overHttp = (inputSchema: object): readonly EventBody[] => [
  ...posted(
    'x1',
    request('l1', 'tools/list', { _meta: meta() }),
    fresh('l1', { tools: [tools.tool({ inputSchema })] }),
  ),
  ...posted(
    'x2',
    request('c1', 'tools/call', { name: 'count_words', arguments: {}, _meta: meta() }),
    complete('c1', { content: [] }),
  ),
];
const NEEDS_TEXT = { inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } };

export const EXAMPLES: ExamplesOf<typeof RULES, 'list-varies-by-connection'> = {
  'xmcp-empty': tools.marked({ properties: { tenant: tools.mark(7) } }, tools.TENANT),
  'xmcp-token': tools.marked({ properties: { tenant: tools.mark('Tenant:') } }, tools.TENANT),
  'xmcp-unique': tools.marked(
    { properties: { tenant: tools.mark('Tenant'), owner: tools.mark('TENANT') } },
    { properties: { tenant: tools.mark('Tenant'), owner: tools.mark('Owner') } },
  ),
  'xmcp-primitive': tools.marked({ properties: { tenant: tools.mark('Tenant', ['string', 'null']) } }, tools.TENANT),
  'xmcp-reachable': tools.marked(
    { properties: { tenants: { type: 'array', items: tools.mark('Tenant') } } },
    tools.TENANT,
  ),
  'xmcp-invalid-tool-used': {
    violates: overHttp({ type: 'object', properties: { tenant: tools.mark('Tenant name') } }),
    conforms: overHttp({ type: 'object', ...tools.TENANT }),
  },
  'tool-schema-dialect': tools.listed(
    tools.tool({ inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' } }),
    tools.tool({ inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' } }),
  ),
  'tool-schema-remote-ref': tools.marked(
    { properties: { place: { $ref: 'https://schemas.example/place.json' } } },
    { properties: { place: { $ref: '#/$defs/place' } }, $defs: { place: { type: 'string' } } },
  ),
  'tool-structured-without-schema': {
    before: [
      ...tools.before(),
      ...tools.listing('l1', tools.tool(), tools.tool({ name: 'count_lines', outputSchema: { type: 'object' } })),
    ],
    violates: tools.called('c1', {}, result('c1', { ...tools.text('{"words":7}'), structuredContent: { words: 7 } })),
    conforms: tools.called(
      'c1',
      { name: 'count_lines' },
      result('c1', { ...tools.text('{"lines":7}'), structuredContent: { lines: 7 } }),
    ),
  },
  'tool-input-error-as-result': tools.afterList(
    NEEDS_TEXT,
    tools.called('c1', {}, failure('c1', -32602, 'text is missing')),
    tools.called('c1', {}, result('c1', { ...tools.text('text is missing'), isError: true })),
  ),
  'tool-args-invalid-accepted': tools.afterList(
    NEEDS_TEXT,
    tools.called('c1', { arguments: { text: 7 } }, result('c1', tools.text('1'))),
    tools.called('c1', { arguments: { text: 'seven' } }, result('c1', tools.text('1'))),
  ),
  'tool-call-unlisted': tools.afterList(
    {},
    [client(request('c1', 'tools/call', { name: 'count_pages' }))],
    [
      server(notification('notifications/tools/list_changed')),
      client(request('c1', 'tools/call', { name: 'count_pages' })),
    ],
  ),
  'tool-call-args-mismatch': tools.afterList(
    NEEDS_TEXT,
    [client(request('c1', 'tools/call', { name: 'count_words', arguments: { txt: 'seven' } }))],
    [client(request('c1', 'tools/call', { name: 'count_words', arguments: { text: 'seven' } }))],
  ),
  'tool-annotations-conflict': tools.listed(
    tools.tool({ annotations: { readOnlyHint: true, destructiveHint: true } }),
    tools.tool({ annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true } }),
    '2025-03-26',
  ),
  'tool-embedded-resource-cap': tools.oneCall(
    { content: [{ type: 'resource', resource: { uri: 'memo://1', text: 'seven words' } }] },
    tools.text('seven words'),
  ),
  'list-changed-not-sent': {
    before: [...tools.before(), ...tools.listing('l1', tools.tool())],
    violates: tools.listing('l2', tools.tool(), tools.tool({ name: 'count_lines' })),
    conforms: [
      server(notification('notifications/tools/list_changed')),
      ...tools.listing('l2', tools.tool(), tools.tool({ name: 'count_lines' })),
    ],
  },
  'xmcp-sensitive': tools.marked({ properties: { accessToken: tools.mark('Access') } }, tools.TENANT),
};
