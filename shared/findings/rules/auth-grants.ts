/** Authorization requests and tokens. */
import * as auth from '../examples/auth-script.ts';
import { head, posted } from '../examples/http-script.ts';
import { request, result } from '../examples/messages.ts';
import { examples } from '../examples/script.ts';
import { describeRules, must, mustNot, should, shouldNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

const SECURE = { B: 'basic/authorization#security-considerations', C: 'basic/authorization#communication-security' };

export const RULES = describeRules('auth', 'streamable-http', {
  'auth-endpoints-https': must('server', 'B-E', SECURE),
  'auth-redirect-uri': must('client', 'B-E', SECURE),
  'auth-pkce': must('client', 'B-E', {
    B: 'basic/authorization#implementation-requirements',
    C: 'basic/authorization#authorization-code-protection',
  }),
  'auth-pkce-s256': must('client', 'D-E', 'basic/authorization#authorization-code-protection'),
  'auth-pkce-unsupported': must('client', 'D-E', 'basic/authorization#authorization-code-protection'),
  'auth-resource-param': must('client', 'C-E', 'basic/authorization#resource-parameter-implementation'),
  'auth-resource-canonical': must('client', 'C-E', 'basic/authorization#canonical-server-uri'),
  'auth-iss-checked': must('client', 'E', 'basic/authorization/index#authorization-response-validation'),
  'auth-token-in-query': mustNot('client', 'B-E', 'basic/authorization#token-requirements'),
  'auth-bearer-every-request': must('client', 'B-E', 'basic/authorization#token-requirements'),
  'auth-insufficient-scope': should('server', 'D-E', 'basic/authorization#runtime-insufficient-scope-errors', 'hidden'),
  'auth-offline-access-scope': shouldNot('server', 'E', 'basic/authorization/index#refresh-tokens'),
  'auth-dcr-application-type': must(
    'client',
    'E',
    'basic/authorization/client-registration#application-type-and-redirect-uri-constraints',
  ),
  'auth-cimd-client-id': must('client', 'D-E', 'basic/authorization#implementation-requirements'),
});

export const EN: WordsOf<typeof RULES> = {
  'auth-endpoints-https': {
    title: 'Serve authorization endpoints over HTTPS',
    found: 'The URL is `{0}`.',
    why: 'Codes, tokens and client secrets can be read by anyone in transit.',
    fix: 'Publish `https:` URLs; behind a proxy set the public scheme (`X-Forwarded-Proto`).',
  },
  'auth-redirect-uri': {
    title: 'Use localhost or HTTPS redirect URIs',
    found: '`redirect_uri` is {0}.',
    why: 'The authorization code is sent to this URL. Anywhere else, others can intercept it.',
    fix: 'Use `http://127.0.0.1:<port>/…` or `http://localhost:<port>/…` for a local client, `https:` for any other.',
  },
  'auth-pkce': {
    title: 'Use PKCE in the code flow',
    found: '`{0}` is {1}.',
    why: 'Without PKCE whoever gets hold of the code can exchange it for a token.',
    fix: 'Make a verifier of 43 to 128 characters, send its SHA-256 (base64url) as `code_challenge` and the verifier itself as `code_verifier`.',
  },
  'auth-pkce-s256': {
    title: 'Use S256 as challenge method',
    found: '`code_challenge_method` is {0}.',
    why: 'Absent means `plain`: the URL then contains the secret that PKCE should protect.',
    fix: 'Send `code_challenge_method=S256`.',
  },
  'auth-pkce-unsupported': {
    title: 'Stop when the authorization server does not advertise PKCE',
    found: 'The metadata has no `code_challenge_methods_supported`, but consent was requested anyway.',
    why: 'A server that does not support PKCE silently ignores it, and the code is unprotected.',
    fix: 'Check `code_challenge_methods_supported` for `S256` first, and report an error when it is missing.',
  },
  'auth-resource-param': {
    title: 'Send resource in authorization and token requests',
    found: '`resource` is {0}.',
    differs: '`resource` is {0}; the authorization request had {1}.',
    why: 'Without it the token is good for other servers too, and one of them can use it here.',
    fix: 'Send `resource=<URL of the MCP server>` with both requests, with the same value.',
  },
  'auth-resource-canonical': {
    title: 'Use the canonical URL of the server as resource',
    found: '`resource` is {0}; the server is at {1}.',
    why: 'The token is made for this URL. With another one the server refuses it.',
    fix: 'Send the absolute URL of the MCP server, with scheme and without fragment.',
  },
  'auth-iss-checked': {
    title: 'Stop on a wrong or missing iss',
    found: '`iss` of the callback is {0}; the issuer is {1}. A token was requested anyway.',
    why: 'An attacker can slip in a code from another server (mix-up attack).',
    fix: 'Compare `iss` with the issuer before the code is sent anywhere, and stop when it differs, or is missing although the metadata advertises it.',
  },
  'auth-token-in-query': {
    title: 'Keep access tokens out of URLs',
    found: 'The URL has the parameter `{0}`.',
    why: 'URLs end up in logs, histories and referrers, and the token with them.',
    fix: 'Send the token as `Authorization: Bearer …`.',
  },
  'auth-bearer-every-request': {
    title: 'Send the token with every HTTP request',
    found: 'The request has no `Authorization`, although earlier ones had.',
    why: 'The server checks each request separately, and responds with 401 in the middle of the session.',
    fix: 'Add `Authorization: Bearer …` to every POST, GET and DELETE, including when a stream is reopened.',
  },
  'auth-insufficient-scope': {
    title: 'Respond to insufficient scope with 403 and the required scopes',
    found: 'The status is {0}, and `WWW-Authenticate` is {1}.',
    why: 'Clients ask for more scopes only after 403, and have to be told which.',
    fix: 'Respond with 403 and `WWW-Authenticate: Bearer error="insufficient_scope", scope="…", resource_metadata="…"`.',
  },
  'auth-offline-access-scope': {
    title: 'Leave offline_access out of challenges and metadata',
    found: 'The scopes are {0}.',
    why: 'Whether a refresh token is wanted is for the client to decide; no resource needs this scope.',
    fix: 'Remove `offline_access` from `scope` and `scopes_supported`.',
  },
  'auth-dcr-application-type': {
    title: 'State application_type when registering',
    found: 'The registration has no `application_type`.',
    why: 'The default is `web`, and many servers then refuse redirects to localhost.',
    fix: 'Send `application_type`: `native` for a program on this machine, `web` for a service.',
  },
  'auth-cimd-client-id': {
    title: 'Use https and a path in a client_id that is a URL',
    found: '`client_id` is {0}.',
    why: 'The authorization server fetches the client metadata from this URL, and refuses it without https and a path.',
    fix: 'Publish the document at an `https:` URL with a path, and use that URL unchanged.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'auth-endpoints-https': {
    title: '授权端点须使用 HTTPS',
    found: '地址为 `{0}`。',
    why: '授权码、令牌和客户端密钥可能在传输途中被任何人读取。',
    fix: '发布 `https:` 地址；位于代理之后时设置对外协议（`X-Forwarded-Proto`）。',
  },
  'auth-redirect-uri': {
    title: '重定向 URI 须为 localhost 或 HTTPS',
    found: '`redirect_uri` 为 {0}。',
    why: '授权码会发回此地址，在其他地方可能被截取。',
    fix: '本地客户端用 `http://127.0.0.1:<端口>/…` 或 `http://localhost:<端口>/…`，其他用 `https:`。',
  },
  'auth-pkce': {
    title: '授权码流程须使用 PKCE',
    found: '`{0}` 为 {1}。',
    why: '没有 PKCE，任何截获授权码的人都能换取令牌。',
    fix: '生成 43 至 128 个字符的 verifier，其 SHA-256（base64url 编码）作为 `code_challenge`，verifier 本身作为 `code_verifier` 发送。',
  },
  'auth-pkce-s256': {
    title: 'challenge 方法须为 S256',
    found: '`code_challenge_method` 为 {0}。',
    why: '省略即为 `plain`，PKCE 要保护的秘密会直接出现在地址中。',
    fix: '发送 `code_challenge_method=S256`。',
  },
  'auth-pkce-unsupported': {
    title: '授权服务器未声明支持 PKCE 时须停止',
    found: '元数据没有 `code_challenge_methods_supported`，仍发起了授权请求。',
    why: '不支持 PKCE 的服务器会静默忽略它，授权码得不到保护。',
    fix: '先检查 `code_challenge_methods_supported` 是否含 `S256`，没有则报错。',
  },
  'auth-resource-param': {
    title: '授权请求和令牌请求须带 resource',
    found: '`resource` 为 {0}。',
    differs: '`resource` 为 {0}，授权请求中为 {1}。',
    why: '缺少它，令牌可用于其他服务器，也可能被其滥用。',
    fix: '两个请求都发送相同的 `resource=<MCP 服务器地址>`。',
  },
  'auth-resource-canonical': {
    title: 'resource 须为服务器的规范地址',
    found: '`resource` 为 {0}，服务器位于 {1}。',
    why: '令牌针对该地址签发，地址不符时服务器会拒绝。',
    fix: '发送 MCP 服务器的绝对地址，带协议、不带片段。',
  },
  'auth-iss-checked': {
    title: 'iss 错误或缺失时须停止',
    found: '回调的 `iss` 为 {0}，issuer 为 {1}，仍请求了令牌。',
    why: '攻击者可借此混入其他服务器的授权码（mix-up 攻击）。',
    fix: '发送授权码之前比较 `iss` 与 issuer，不同或声明支持却缺失时停止。',
  },
  'auth-token-in-query': {
    title: '访问令牌不得放在 URL 中',
    found: 'URL 带有参数 `{0}`。',
    why: 'URL 会进入日志、历史记录和 Referer，令牌随之泄露。',
    fix: '用 `Authorization: Bearer …` 发送令牌。',
  },
  'auth-bearer-every-request': {
    title: '每个 HTTP 请求都须带令牌',
    found: '该请求没有 `Authorization`，而此前的请求带有。',
    why: '服务器独立校验每个请求，会在会话中途返回 401。',
    fix: '每个 POST、GET 和 DELETE（包括重新打开流时）都带 `Authorization: Bearer …`。',
  },
  'auth-insufficient-scope': {
    title: 'scope 不足应返回 403 并给出所需 scope',
    found: '状态码为 {0}，`WWW-Authenticate` 为 {1}。',
    why: '客户端只在收到 403 后申请更多 scope，并需要知道申请哪些。',
    fix: '返回 403 和 `WWW-Authenticate: Bearer error="insufficient_scope", scope="…", resource_metadata="…"`。',
  },
  'auth-offline-access-scope': {
    title: '质询和资源元数据中不应有 offline_access',
    found: 'scope 为 {0}。',
    why: '是否需要刷新令牌由客户端决定，没有资源需要此 scope。',
    fix: '从 `scope` 和 `scopes_supported` 中去掉 `offline_access`。',
  },
  'auth-dcr-application-type': {
    title: '动态注册须声明 application_type',
    found: '注册请求没有 `application_type`。',
    why: '省略即为 `web`，许多服务器会因此拒绝 localhost 重定向。',
    fix: '发送 `application_type`：本机程序为 `native`，服务为 `web`。',
  },
  'auth-cimd-client-id': {
    title: 'URL 形式的 client_id 须为带路径的 https 地址',
    found: '`client_id` 为 {0}。',
    why: '授权服务器从此地址获取客户端元数据，没有 https 和路径会被拒绝。',
    fix: '在带路径的 `https:` 地址发布该文档，并原样使用此地址。',
  },
};

const authorized = posted('x2', request(2, 'ping'), result(2), {
  headers: { ...auth.headers, authorization: 'Bearer ‹access_token:1›' },
});

export const EXAMPLES = examples<typeof RULES>(auth.before, {
  'auth-endpoints-https': {
    violates: auth.serverMetadata({ authorization_endpoint: 'http://id.example/authorize' }),
    conforms: auth.serverMetadata({ authorization_endpoint: 'https://id.example/authorize' }),
  },
  'auth-redirect-uri': {
    violates: auth.registered({ redirect_uris: ['client://done'] }),
    conforms: auth.registered({}),
  },
  'auth-pkce': {
    violates: [...auth.consent(), ...auth.token({ code_verifier: undefined })],
    conforms: [...auth.consent(), ...auth.token()],
  },
  'auth-pkce-s256': { violates: auth.consent({ code_challenge_method: undefined }), conforms: auth.consent() },
  'auth-pkce-unsupported': {
    violates: [...auth.serverMetadata({ code_challenge_methods_supported: undefined }), ...auth.consent()],
    conforms: [...auth.serverMetadata(), ...auth.consent()],
  },
  'auth-resource-param': {
    violates: [...auth.consent(), ...auth.token({ resource: undefined })],
    conforms: [...auth.consent(), ...auth.token()],
  },
  'auth-resource-canonical': {
    violates: auth.consent({ resource: `${auth.SITE}/mcp#tools` }),
    conforms: auth.consent(),
  },
  'auth-iss-checked': {
    before: [...auth.modern, ...auth.issSupported, ...auth.consent()],
    violates: [...auth.callback(), ...auth.token()],
    conforms: [...auth.callback({ iss: auth.LOGIN }), ...auth.token()],
  },
  'auth-token-in-query': {
    violates: [head('x3', auth.headers, { url: `${auth.SITE}/mcp?token=‹token:1›` })],
    conforms: [head('x3', { ...auth.headers, authorization: 'Bearer ‹access_token:1›' })],
  },
  'auth-bearer-every-request': {
    before: [...auth.before, ...authorized],
    violates: auth.asked,
    conforms: [head('x3', { ...auth.headers, authorization: 'Bearer ‹access_token:1›' })],
  },
  'auth-insufficient-scope': { violates: auth.refused(401, auth.LACKS), conforms: auth.refused(403, auth.LACKS) },
  'auth-offline-access-scope': {
    before: auth.modern,
    violates: auth.resourceMetadata({ scopes_supported: ['tools:call', 'offline_access'] }),
    conforms: auth.resourceMetadata({ scopes_supported: ['tools:call'] }),
  },
  'auth-dcr-application-type': {
    before: auth.modern,
    violates: auth.registered({}),
    conforms: auth.registered({ application_type: 'native' }),
  },
  'auth-cimd-client-id': {
    violates: auth.consent({ client_id: 'http://client.example/about.json' }),
    conforms: auth.consent({ client_id: 'https://client.example/about.json' }),
  },
});
