/** Arguments of tools that a header repeats. */
import type { EventBody } from '#shared/recording';
import { posted } from '../examples/http-script.ts';
import { complete, fresh, meta, request } from '../examples/messages.ts';
import type { ExamplesOf } from '../examples/script.ts';
import { mark, marked, TENANT, tool } from '../examples/tool-script.ts';
import { describeRules, must, mustNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('tools', 'any', {
  'xmcp-empty': mustNot('server', 'E', 'server/tools#x-mcp-header'),
  'xmcp-token': must('server', 'E', 'server/tools#x-mcp-header'),
  'xmcp-unique': must('server', 'E', 'server/tools#x-mcp-header'),
  'xmcp-primitive': must('server', 'E', 'server/tools#x-mcp-header'),
  'xmcp-reachable': must('server', 'E', 'basic/transports/streamable-http#schema-extension'),
  'xmcp-invalid-tool-used': mustNot('client', 'E', 'server/tools#x-mcp-header', { transport: 'streamable-http' }),
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
};

const overHttp = (inputSchema: object): readonly EventBody[] => [
  ...posted('x1', request('l1', 'tools/list', { _meta: meta() }), fresh('l1', { tools: [tool({ inputSchema })] })),
  ...posted(
    'x2',
    request('c1', 'tools/call', { name: 'count_words', arguments: {}, _meta: meta() }),
    complete('c1', { content: [] }),
  ),
];

export const EXAMPLES: ExamplesOf<typeof RULES> = {
  'xmcp-empty': marked({ properties: { tenant: mark(7) } }, TENANT),
  'xmcp-token': marked({ properties: { tenant: mark('Tenant:') } }, TENANT),
  'xmcp-unique': marked(
    { properties: { tenant: mark('Tenant'), owner: mark('TENANT') } },
    { properties: { tenant: mark('Tenant'), owner: mark('Owner') } },
  ),
  'xmcp-primitive': marked({ properties: { tenant: mark('Tenant', ['string', 'null']) } }, TENANT),
  'xmcp-reachable': marked({ properties: { tenants: { type: 'array', items: mark('Tenant') } } }, TENANT),
  'xmcp-invalid-tool-used': {
    violates: overHttp({ type: 'object', properties: { tenant: mark('Tenant name') } }),
    conforms: overHttp({ type: 'object', ...TENANT }),
  },
};
