import type { EventBody } from '#shared/recording';
import { agreed, client, failure, found, fresh, LATEST, meta, offered, request, server } from '../examples/messages.ts';
import { CLOSED, discovered, examples, SPAWNED } from '../examples/script.ts';
import { describeRules, must, mustNot, should, shouldNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('modern-discover', 'any', {
  'discover-implemented': must('server', 'E', 'server/discover'),
  'discover-result': must('server', 'E', 'server/discover#discoverresult'),
  'discover-modern-error-fallback': shouldNot('client', 'E', 'basic/transports/streamable-http#backward-compatibility'),
  'discover-modern-initialize': shouldNot('client', 'E', 'server/discover#discoverresult', 'extra', 'inferred'),
  'discover-lists-current': should('server', 'E', 'server/discover#discoverresult', 'extra', 'inferred'),
  'discover-probe-fallback': mustNot(
    'client',
    'E',
    'basic/transports/stdio#backward-compatibility',
    'info',
    'heuristic',
    'extra',
    { transport: 'stdio' },
  ),
});

export const EN: WordsOf<typeof RULES> = {
  'discover-implemented': {
    title: 'Implement server/discover',
    found: '`server/discover` was refused with {0} by a server that serves other requests of 2026-07-28.',
    why: 'Clients conclude that the server is older and try a handshake, which then fails too.',
    fix: 'Respond to `server/discover` with `supportedVersions` and `capabilities`.',
  },
  'discover-result': {
    title: 'Return supportedVersions and capabilities from server/discover',
    found: '{0} is {1}.',
    why: 'Without both, clients know neither which version to use nor what they may request.',
    fix: 'Return `supportedVersions` as an array of strings and `capabilities` as an object, `{}` if there are none.',
  },
  'discover-modern-error-fallback': {
    title: 'Do not fall back to initialize after an error of 2026-07-28',
    found: 'Error {0}, which only newer servers send, was followed by `initialize`.',
    why: 'The server knows 2026-07-28 and has said what is wrong. A handshake hides it, or is refused.',
    fix: 'Fix what the error names (header, capability, version) and send the request again.',
  },
  'discover-modern-initialize': {
    title: 'Do not send initialize to a server that names only versions without a handshake',
    found: '`initialize` was sent although `supportedVersions` of `server/discover` is {0}.',
    why: 'These versions have no handshake: the server refuses `initialize`, and the client reports it as broken or too old.',
    fix: 'After a successful `server/discover`, take a version from `supportedVersions` and send requests with it in `_meta`, without `initialize`. A client that has none of them says so and stops.',
  },
  'discover-lists-current': {
    title: 'List the version of the request in supportedVersions',
    found: 'The request has version {0}; `supportedVersions` is {1}.',
    why: 'The server responds in a version that it does not list as supported. Clients then switch to another version.',
    fix: 'Build `supportedVersions` from the same list that decides which requests are served.',
  },
  'discover-probe-fallback': {
    title: 'Try the handshake after any error not specific to 2026-07-28',
    found: 'The probe was refused with {0}, and no `initialize` followed.',
    why: 'Older servers refuse unknown methods with various codes. A client that knows only one code cannot use the other servers.',
    fix: 'Send `initialize` after every error but `-32020`, `-32021` and `-32022`, and when no response comes.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'discover-implemented': {
    title: '实现 server/discover',
    found: '服务器能处理 2026-07-28 的其他请求，却以 {0} 拒绝了 `server/discover`。',
    why: '客户端会以为这是旧服务器而尝试握手，握手也会失败。',
    fix: '用 `supportedVersions` 和 `capabilities` 响应 `server/discover`。',
  },
  'discover-result': {
    title: 'server/discover 须返回 supportedVersions 和 capabilities',
    found: '{0} 为 {1}。',
    why: '缺少任何一项，客户端都不知道该用哪个版本、能请求什么。',
    fix: '`supportedVersions` 为字符串数组，`capabilities` 为对象，没有能力时为 `{}`。',
  },
  'discover-modern-error-fallback': {
    title: '收到 2026-07-28 的错误后不要回退到 initialize',
    found: '错误 {0} 只有新版服务器才会返回，客户端随后却发送了 `initialize`。',
    why: '服务器支持 2026-07-28，并已说明问题所在。改用握手会掩盖问题，或被拒绝。',
    fix: '按错误所指修正（请求头、能力或版本），然后重新发送请求。',
  },
  'discover-modern-initialize': {
    title: '服务器只支持无握手的版本时不要发送 initialize',
    found: '`server/discover` 返回的 `supportedVersions` 为 {0}，客户端仍发送了 `initialize`。',
    why: '这些版本没有握手：服务器会拒绝 `initialize`，客户端则误报服务器故障或版本过旧。',
    fix: '`server/discover` 成功后，从 `supportedVersions` 中选用一个版本，在请求的 `_meta` 中带上它，不发送 `initialize`。客户端都不支持时，应说明原因并停止。',
  },
  'discover-lists-current': {
    title: 'supportedVersions 应包含请求所用的版本',
    found: '请求的版本为 {0}，`supportedVersions` 为 {1}。',
    why: '服务器以自己未列为支持的版本作出响应，客户端会因此改用其他版本。',
    fix: '`supportedVersions` 与判断是否处理请求应使用同一份版本列表。',
  },
  'discover-probe-fallback': {
    title: '收到非 2026-07-28 特有的错误后都应尝试握手',
    found: '探测以 {0} 被拒绝，之后没有 `initialize`。',
    why: '旧服务器对未知方法返回的错误码各不相同，只认其中一种的客户端无法使用其他旧服务器。',
    fix: '除 `-32020`、`-32021`、`-32022` 外的任何错误，以及没有响应时，都发送 `initialize`。',
  },
};

const discover: EventBody = client(request(2, 'server/discover', { _meta: meta() }));
const lists = (versions?: unknown): EventBody => server(found(2, {}, versions));
const initialize = client(offered(3, '2025-11-25'));
const list = client(request(1, 'tools/list', { _meta: meta() }));
const tools = server(fresh(1, { tools: [] }));

export const EXAMPLES = examples<typeof RULES>(SPAWNED, {
  'discover-implemented': {
    before: [...SPAWNED, list, tools],
    violates: [discover, server(failure(2, -32601, 'Method not found'))],
    conforms: [discover, lists()],
  },
  'discover-result': { before: [...discovered()], violates: [discover, lists(LATEST)], conforms: [discover, lists()] },
  'discover-modern-error-fallback': {
    violates: [discover, server(failure(2, -32021, 'No', { requiredCapabilities: { roots: {} } })), initialize],
    conforms: [discover, server(failure(2, -32601, 'Method not found')), initialize],
  },
  'discover-modern-initialize': {
    before: [...SPAWNED, discover],
    violates: [lists(), initialize],
    conforms: [lists([LATEST, '2025-11-25']), initialize],
  },
  'discover-lists-current': { violates: [discover, lists([])], conforms: [discover, lists()] },
  'discover-probe-fallback': {
    violates: [discover, server(failure(2, -32000, 'Not initialized')), CLOSED],
    conforms: [
      discover,
      server(failure(2, -32000, 'Not initialized')),
      initialize,
      server(agreed(3, '2025-11-25')),
      CLOSED,
    ],
  },
});
