/** Challenges and metadata of authorization. */
import * as auth from '../examples/auth-script.ts';
import { shakenOverHttp } from '../examples/http-script.ts';
import { examples } from '../examples/script.ts';
import { describeRules, info, must } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('auth', 'streamable-http', {
  'auth-401-required': must('server', 'B-E', 'basic/authorization#error-handling'),
  'auth-401-www-authenticate': must('server', 'C', 'basic/authorization#authorization-server-location', 'hidden'),
  'auth-401-discoverable': must(
    'server',
    'D-E',
    'basic/authorization#protected-resource-metadata-discovery-requirements',
    'hidden',
  ),
  'auth-static-token': info(
    'server',
    'D-E',
    'basic/authorization#protected-resource-metadata-discovery-requirements',
    'hidden',
    'extra',
  ),
  'auth-prm-order': must(
    'client',
    'D-E',
    'basic/authorization#protected-resource-metadata-discovery-requirements',
    'hidden',
  ),
  'auth-prm-servers': must('server', 'C-E', 'basic/authorization#authorization-server-location'),
  'auth-as-issuer-match': must(
    'client',
    'E',
    'basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery',
  ),
});

export const EN: WordsOf<typeof RULES> = {
  'auth-401-required': {
    title: 'Respond to a missing or invalid token with 401',
    found: 'The request was refused for lack of a valid token, with status {0}.',
    why: 'Clients begin authorization only after 401. With any other status they show an error and stop.',
    fix: 'Respond with 401 and `WWW-Authenticate: Bearer`; keep 403 for valid tokens that lack a scope.',
  },
  'auth-401-www-authenticate': {
    title: 'Point to the resource metadata in WWW-Authenticate',
    found: 'On 401, `WWW-Authenticate` is {0}.',
    why: 'In this protocol version the client finds the authorization server only by this header.',
    fix: 'Add `WWW-Authenticate: Bearer resource_metadata="<URL of the metadata>"` to every 401.',
  },
  'auth-401-discoverable': {
    title: 'Make the protected resource metadata discoverable',
    found: 'The 401 names no `resource_metadata`, and the well-known URLs (tried: {0}) have no metadata.',
    why: 'The client cannot find out who grants access, and the user sees a bare 401.',
    fix: 'Name `resource_metadata` in `WWW-Authenticate`, or serve the metadata at `/.well-known/oauth-protected-resource` followed by the path of the server.',
  },
  'auth-static-token': {
    title: 'Say where the token is made',
    found:
      'The 401 names no OAuth metadata, and the well-known URLs (tried: {0}) have none: a person has to configure the token.',
    why: 'Authorization is optional, and a token of your own is allowed. But the client can only show a bare 401, not where to get the token.',
    fix: 'Say in the body of the 401 and in the documentation which header is needed and where the token is made; or serve protected resource metadata.',
  },
  'auth-prm-order': {
    title: 'Fetch resource metadata from the named URL, or from the well-known ones in order',
    found: '`{0}` was requested before `{1}`.',
    why: 'Another URL can hold metadata of another server on the same host.',
    fix: 'Use `resource_metadata` of `WWW-Authenticate`. Without it try the well-known URL with the path of the server, then the one at the root.',
  },
  'auth-prm-servers': {
    title: 'Name at least one authorization server in the resource metadata',
    found: '`authorization_servers` is {0}.',
    why: 'Without it the client does not know where to ask for a token.',
    fix: 'Set `authorization_servers` to an array with the issuer of your authorization server.',
  },
  'auth-as-issuer-match': {
    title: 'Refuse metadata of another issuer',
    found: '`issuer` is {0}; the metadata URL was made from {1}.',
    why: 'Metadata of another issuer can send the user and the code to someone else.',
    fix: 'Compare `issuer` with the issuer from which the URL was made, character by character, and stop when they differ.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'auth-401-required': {
    title: '令牌缺失或无效须返回 401',
    found: '请求因缺少有效令牌被拒绝，状态码为 {0}。',
    why: '客户端只在收到 401 后开始授权，其他状态码只会显示为错误。',
    fix: '返回 401 并带 `WWW-Authenticate: Bearer`；403 只用于令牌有效但 scope 不足。',
  },
  'auth-401-www-authenticate': {
    title: 'WWW-Authenticate 须指明资源元数据',
    found: '401 的 `WWW-Authenticate` 为 {0}。',
    why: '该协议版本中客户端只能通过此响应头找到授权服务器。',
    fix: '每个 401 都带上 `WWW-Authenticate: Bearer resource_metadata="<元数据地址>"`。',
  },
  'auth-401-discoverable': {
    title: '受保护资源元数据须可被发现',
    found: '401 未给出 `resource_metadata`，well-known 地址（共 {0} 个）也没有元数据。',
    why: '客户端无法得知由谁授权，用户只能看到 401。',
    fix: '在 `WWW-Authenticate` 中给出 `resource_metadata`，或在 `/.well-known/oauth-protected-resource` 加服务器路径处提供元数据。',
  },
  'auth-static-token': {
    title: '说明令牌从何处获取',
    found: '401 未给出 OAuth 元数据，well-known 地址（共 {0} 个）也没有：令牌须由用户自行配置。',
    why: '授权是可选的，可以使用自己的令牌。但客户端只能显示 401，无法告诉用户去哪里获取令牌。',
    fix: '在 401 的正文和文档中说明需要哪个请求头、在哪里生成令牌；或提供受保护资源元数据。',
  },
  'auth-prm-order': {
    title: '须从指定地址或按顺序从 well-known 地址获取资源元数据',
    found: '先请求了 `{0}`，而不是 `{1}`。',
    why: '其他地址可能是同一主机上另一服务器的元数据。',
    fix: '使用 `WWW-Authenticate` 中的 `resource_metadata`；没有时先试带服务器路径的 well-known 地址，再试根地址。',
  },
  'auth-prm-servers': {
    title: '资源元数据须至少列出一个授权服务器',
    found: '`authorization_servers` 为 {0}。',
    why: '缺少它，客户端不知道向谁申请令牌。',
    fix: '将 `authorization_servers` 设为包含授权服务器 issuer 的数组。',
  },
  'auth-as-issuer-match': {
    title: '须拒绝 issuer 不符的元数据',
    found: '`issuer` 为 {0}，而元数据地址由 {1} 得出。',
    why: 'issuer 不符的元数据可能把用户和授权码引向他人。',
    fix: '将 `issuer` 与构造地址所用的 issuer 逐字符比较，不同则停止。',
  },
};

const notThere = auth.step('a1', 'resource-metadata', `${auth.METADATA}/mcp`, { status: 404 });
const metadataLookup = {
  violates: [...notThere, ...auth.step('a2', 'resource-metadata', auth.METADATA, { status: 404 })],
  conforms: [...notThere, ...auth.resourceMetadata()],
};

export const EXAMPLES = examples<typeof RULES>(auth.before, {
  'auth-401-required': {
    violates: auth.refused(400, 'Bearer error="invalid_token"'),
    conforms: auth.refused(401, auth.HINT),
  },
  'auth-401-www-authenticate': {
    before: shakenOverHttp('2025-06-18'),
    violates: auth.refused(401, 'Bearer realm="tools"'),
    conforms: auth.refused(401, auth.HINT),
  },
  'auth-401-discoverable': { before: [...auth.before, ...auth.refused(401, 'Bearer')], ...metadataLookup },
  'auth-static-token': { before: [...auth.before, ...auth.refused(401, 'ApiKey')], ...metadataLookup },
  'auth-prm-order': {
    before: [...auth.before, ...auth.refused(401, 'Bearer')],
    violates: auth.step('a1', 'resource-metadata', auth.METADATA),
    conforms: auth.step('a1', 'resource-metadata', `${auth.METADATA}/mcp`),
  },
  'auth-prm-servers': {
    violates: auth.resourceMetadata({ authorization_servers: [] }),
    conforms: auth.resourceMetadata(),
  },
  'auth-as-issuer-match': {
    before: auth.modern,
    violates: [...auth.serverMetadata({ issuer: 'https://other.example' }), ...auth.consent()],
    conforms: [...auth.serverMetadata(), ...auth.consent()],
  },
});
