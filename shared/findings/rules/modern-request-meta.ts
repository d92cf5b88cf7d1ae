import type { EventBody } from '#shared/recording';
import { client, complete, failure, LATEST, meta, offered, request, server } from '../examples/messages.ts';
import { discovered, examples } from '../examples/script.ts';
import { describeRules, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('modern-request-meta', 'any', {
  'req-meta-version': must('client', 'E', 'basic/index#_meta'),
  'req-meta-capabilities': must('client', 'E', 'basic/index#_meta'),
  'req-meta-client-info': should('client', 'E', 'basic/index#_meta'),
  'req-meta-missing-accepted': must('server', 'E', 'basic/index#_meta'),
  'req-meta-client-info-demanded': mustNot('server', 'E', 'basic/index#_meta', 'inferred'),
  'req-undeclared-capability-use': must('server', 'E', 'basic/index#_meta', 'heuristic'),
  'err-32021-data': must('server', 'E', 'schema#missingrequiredclientcapabilityerror'),
  'err-32022-data': must('server', 'E', 'basic/versioning#protocol-version-negotiation'),
  'unsupported-version-served': must('server', 'E', 'basic/versioning#protocol-version-negotiation'),
  'version-retry-choice': should('client', 'E', 'basic/versioning#protocol-version-negotiation'),
  'res-meta-server-info': should('server', 'E', 'basic/index#_meta', 'info', 'extra'),
  'modern-init-error-names-versions': should(
    'server',
    'E',
    'basic/versioning#backward-compatibility-with-initialization-based-versions',
    'extra',
  ),
});

export const EN: WordsOf<typeof RULES> = {
  'req-meta-version': {
    title: 'Name the protocol version in _meta of every request',
    found: '`io.modelcontextprotocol/protocolVersion` is {0}.',
    why: 'Without a handshake, each request has to say which version it uses. Servers refuse one that does not.',
    fix: 'Add `"io.modelcontextprotocol/protocolVersion": "2026-07-28"` to `params._meta` in one place for all requests.',
  },
  'req-meta-capabilities': {
    title: 'Declare client capabilities in _meta of every request',
    found: '`io.modelcontextprotocol/clientCapabilities` is {0}.',
    why: 'Servers remember nothing between requests. Without the declaration they refuse the request.',
    fix: 'Add `"io.modelcontextprotocol/clientCapabilities": {}` to `params._meta`, with what the client can do. An empty object is valid.',
  },
  'req-meta-client-info': {
    title: 'Name the client in _meta of every request',
    found: '`io.modelcontextprotocol/clientInfo` is {0}.',
    why: 'Operators of servers cannot tell which client causes load or errors.',
    fix: 'Add `"io.modelcontextprotocol/clientInfo": { "name": …, "version": … }` to `params._meta`.',
  },
  'req-meta-missing-accepted': {
    title: 'Refuse requests that lack required _meta members',
    found: 'The request lacks `{0}`, and the response is {1}.',
    why: 'A client that works by luck with this server fails with every other one.',
    fix: 'Check `_meta` before the method is called; respond with error `-32602`, over HTTP with status 400.',
  },
  'req-meta-client-info-demanded': {
    title: 'Serve requests without clientInfo',
    found: 'A request without `clientInfo` was refused with {0}: {1}.',
    why: '`clientInfo` is optional. Correct clients that leave it out cannot use the server.',
    fix: 'Require only `protocolVersion` and `clientCapabilities`.',
  },
  'req-undeclared-capability-use': {
    title: 'Respond with -32021 when a client capability is missing',
    found: 'The request failed for lack of a capability, with code {0}: {1}.',
    why: '`-32021` tells a client that it may declare the capability and try again. Other codes look like a failure of the server.',
    fix: 'Return error `-32021` with `data.requiredCapabilities`.',
  },
  'err-32021-data': {
    title: 'List missing capabilities as an object in error -32021',
    found: 'Wrong or missing in the error: {0}.',
    why: 'Clients merge this object into their capabilities for a retry. An array or a string cannot be merged.',
    fix: 'Write `"data": { "requiredCapabilities": { "sampling": {} } }` and respond with HTTP status 400.',
  },
  'err-32022-data': {
    title: 'List supported and requested versions in error -32022',
    found: 'Wrong or missing in the error: {0}.',
    why: 'Without the list the client cannot choose a version that works.',
    fix: 'Write `"data": { "supported": ["2026-07-28"], "requested": … }` with the version of the request, and HTTP status 400.',
  },
  'unsupported-version-served': {
    title: 'Refuse versions that the server does not list',
    found: 'Version {0} is not among {1}, and the response was {2}.',
    why: 'The client reads the result by the rules of a version that the server does not know.',
    fix: 'First compare the version in `_meta` with your list; respond with error `-32022` when it is not there.',
  },
  'version-retry-choice': {
    title: 'Retry with a version that the server supports',
    found: 'After the refusal the client used {0}; the server supports {1}.',
    why: 'Such a retry fails again, or gives up features that both sides have.',
    fix: 'Take the newest version of `data.supported` that the client supports. Use `initialize` only if there is none.',
  },
  'res-meta-server-info': {
    title: 'Name the server in _meta of results',
    found: 'The result has no `io.modelcontextprotocol/serverInfo`.',
    why: 'There is no handshake in which the server says its name. Logs and bug reports lack it.',
    fix: 'Add `"io.modelcontextprotocol/serverInfo": { "name": …, "version": … }` to `_meta` of every result.',
  },
  'modern-init-error-names-versions': {
    title: 'Name the supported versions when initialize is refused',
    found: 'The refusal of `initialize` names no version: {0}.',
    why: 'An older client can only show this error. Without a version its user does not know what to update.',
    fix: 'Write the versions into the message: "This server supports only 2026-07-28".',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'req-meta-version': {
    title: '每个请求的 _meta 都须写明协议版本',
    found: '`io.modelcontextprotocol/protocolVersion` 为 {0}。',
    why: '没有握手，每个请求都要说明自己使用的版本，否则服务器会拒绝。',
    fix: '在统一构造请求的地方，为 `params._meta` 加上 `"io.modelcontextprotocol/protocolVersion": "2026-07-28"`。',
  },
  'req-meta-capabilities': {
    title: '每个请求的 _meta 都须声明客户端能力',
    found: '`io.modelcontextprotocol/clientCapabilities` 为 {0}。',
    why: '服务器不会跨请求保存信息，缺少声明的请求会被拒绝。',
    fix: '在 `params._meta` 中加上 `"io.modelcontextprotocol/clientCapabilities": {}` 并写明客户端的能力；空对象也有效。',
  },
  'req-meta-client-info': {
    title: '每个请求的 _meta 都应标明客户端',
    found: '`io.modelcontextprotocol/clientInfo` 为 {0}。',
    why: '服务器运维人员无法判断负载或错误来自哪个客户端。',
    fix: '在 `params._meta` 中加上 `"io.modelcontextprotocol/clientInfo": { "name": …, "version": … }`。',
  },
  'req-meta-missing-accepted': {
    title: '拒绝缺少必需 _meta 成员的请求',
    found: '请求缺少 `{0}`，响应却是 {1}。',
    why: '客户端只是碰巧能用这个服务器，换一个就会失败。',
    fix: '调用方法之前先检查 `_meta`；缺少时返回错误 `-32602`，HTTP 状态为 400。',
  },
  'req-meta-client-info-demanded': {
    title: '不得拒绝没有 clientInfo 的请求',
    found: '没有 `clientInfo` 的请求被拒绝，错误码 {0}：{1}。',
    why: '`clientInfo` 是可选的，不带它的合规客户端将无法使用该服务器。',
    fix: '只要求 `protocolVersion` 和 `clientCapabilities`。',
  },
  'req-undeclared-capability-use': {
    title: '缺少客户端能力时返回 -32021',
    found: '请求因缺少能力而失败，错误码为 {0}：{1}。',
    why: '客户端看到 `-32021` 才知道可以声明该能力后重试，其他错误码看起来像服务器故障。',
    fix: '返回错误 `-32021`，并附上 `data.requiredCapabilities`。',
  },
  'err-32021-data': {
    title: '错误 -32021 须以对象列出缺少的能力',
    found: '错误中缺失或不正确：{0}。',
    why: '客户端会把该对象并入自己的能力后重试，数组或字符串无法合并。',
    fix: '写成 `"data": { "requiredCapabilities": { "sampling": {} } }`，HTTP 状态为 400。',
  },
  'err-32022-data': {
    title: '错误 -32022 须列出支持的版本和请求的版本',
    found: '错误中缺失或不正确：{0}。',
    why: '没有版本列表，客户端无法选择可用的版本。',
    fix: '写成 `"data": { "supported": ["2026-07-28"], "requested": … }`，其中 requested 为请求中的版本，HTTP 状态为 400。',
  },
  'unsupported-version-served': {
    title: '拒绝未列出的版本',
    found: '版本 {0} 不在 {1} 中，响应却是 {2}。',
    why: '客户端会按服务器并不支持的版本来解释结果。',
    fix: '首先把 `_meta` 中的版本与支持列表比较，不在列表中时返回错误 `-32022`。',
  },
  'version-retry-choice': {
    title: '用服务器支持的版本重试',
    found: '被拒绝后客户端使用了 {0}，服务器支持 {1}。',
    why: '这样的重试要么再次失败，要么放弃双方本来都有的功能。',
    fix: '从 `data.supported` 中选择客户端支持的最新版本；没有时才使用 `initialize`。',
  },
  'res-meta-server-info': {
    title: '结果的 _meta 应标明服务器',
    found: '结果中没有 `io.modelcontextprotocol/serverInfo`。',
    why: '没有握手来说明服务器名称，日志和缺陷报告中便缺少它。',
    fix: '在每个结果的 `_meta` 中加上 `"io.modelcontextprotocol/serverInfo": { "name": …, "version": … }`。',
  },
  'modern-init-error-names-versions': {
    title: '拒绝 initialize 时说明支持的版本',
    found: '对 `initialize` 的拒绝没有提到任何版本：{0}。',
    why: '旧客户端只能显示这个错误。没有版本信息，用户不知道该升级什么。',
    fix: '在错误消息中写明版本，例如“本服务器仅支持 2026-07-28”。',
  },
};

const before = discovered({ server: { tools: {} } });
const PREFIX = 'io.modelcontextprotocol/';
const without = (name: string): object =>
  Object.fromEntries(Object.entries(meta()).filter(([key]) => key !== `${PREFIX}${name}`));
const ask = (id: number, _meta: object = meta(), method = 'tools/list'): EventBody =>
  client(request(id, method, { _meta }));
const named = (version: string): object => ({ ...meta(), [`${PREFIX}protocolVersion`]: version });
const served = (id: number, more: object = {}): EventBody =>
  server(complete(id, { tools: [], ttlMs: 0, cacheScope: 'private', ...more }));
const unsupported = (id: number, data?: object): EventBody => server(failure(id, -32022, 'Unsupported version', data));
const FUTURE = '2033-03-03';
const data = { supported: [LATEST], requested: FUTURE };
const initialize = client(offered(4, '2025-11-25'));

export const EXAMPLES = examples<typeof RULES>(before, {
  'req-meta-version': { violates: [ask(4, without('protocolVersion'))], conforms: [ask(4)] },
  'req-meta-capabilities': { violates: [ask(4, without('clientCapabilities'))], conforms: [ask(4)] },
  'req-meta-client-info': {
    violates: [ask(4, { ...meta(), [`${PREFIX}clientInfo`]: { name: 'client' } })],
    conforms: [ask(4)],
  },
  'req-meta-missing-accepted': {
    violates: [ask(4, without('clientCapabilities')), server(failure(4, -32603, 'undefined is not an object'))],
    conforms: [ask(4, without('clientCapabilities')), server(failure(4, -32602, 'clientCapabilities is missing'))],
  },
  'req-meta-client-info-demanded': {
    violates: [ask(4, without('clientInfo')), server(failure(4, -32600, 'Who are you?'))],
    conforms: [ask(4, without('clientInfo')), served(4)],
  },
  'req-undeclared-capability-use': {
    violates: [ask(4), server(failure(4, -32000, 'Client does not support elicitation'))],
    conforms: [
      ask(4),
      server(failure(4, -32021, 'Client does not support elicitation', { requiredCapabilities: { elicitation: {} } })),
    ],
  },
  'err-32021-data': {
    violates: [ask(4), server(failure(4, -32021, 'No forms', { requiredCapabilities: 'elicitation' }))],
    conforms: [ask(4), server(failure(4, -32021, 'No forms', { requiredCapabilities: { elicitation: {} } }))],
  },
  'err-32022-data': {
    violates: [ask(4, named(FUTURE)), unsupported(4, { supported: LATEST })],
    conforms: [ask(4, named(FUTURE)), unsupported(4, data)],
  },
  'unsupported-version-served': {
    violates: [ask(4, named(FUTURE)), served(4)],
    conforms: [ask(4, named(FUTURE)), unsupported(4, data)],
  },
  'version-retry-choice': {
    before: [...before, ask(4, named(FUTURE)), unsupported(4, data)],
    violates: [ask(5, named('2032-02-02'))],
    conforms: [ask(5)],
  },
  'res-meta-server-info': {
    violates: [ask(4), served(4)],
    conforms: [ask(4), served(4, { _meta: { [`${PREFIX}serverInfo`]: { name: 'server', version: '1.0.0' } } })],
  },
  'modern-init-error-names-versions': {
    violates: [initialize, server(failure(4, -32601, 'Method not found'))],
    conforms: [initialize, server(failure(4, -32601, `Method not found: this server speaks ${LATEST}`))],
  },
});
