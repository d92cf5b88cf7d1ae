/** Rules of authorization that are rarely seen. */
import type { EventBody } from '#shared/recording';
import * as auth from '../examples/auth-script.ts';
import { sent, shakenOverHttp } from '../examples/http-script.ts';
import { request } from '../examples/messages.ts';
import { examples } from '../examples/script.ts';
import { describeRules, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('auth', 'streamable-http', {
  'auth-prm-resource-match': must(
    'client',
    'C-E',
    'basic/authorization#resource-parameter-implementation',
    'extra',
    'inferred',
  ),
  'auth-as-metadata-order': must(
    'client',
    'D-E',
    'basic/authorization#authorization-server-metadata-discovery',
    'extra',
  ),
  'auth-state': should('client', 'C-E', 'basic/authorization#open-redirection', 'extra'),
  'auth-iss-advertised': must('server', 'E', 'basic/authorization/index#authorization-response-validation', 'extra'),
  'auth-scope-in-challenge': should(
    'server',
    'D-E',
    {
      D: 'basic/authorization#protected-resource-metadata-discovery-requirements',
      E: 'basic/authorization/index#scope-selection-strategy',
    },
    'info',
    'hidden',
    'extra',
  ),
  'auth-retry-limit': should('client', 'D-E', 'basic/authorization#step-up-authorization-flow', 'heuristic', 'extra'),
  'auth-credentials-cross-as': mustNot(
    'client',
    'E',
    'basic/authorization/client-registration#authorization-server-binding',
    'extra',
  ),
  'auth-legacy-base-url': must('client', 'B', 'basic/authorization#authorization-base-url', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'auth-prm-resource-match': {
    title: 'Refuse resource metadata for another resource',
    found: 'The metadata is for {0}; the server is at {1}.',
    why: 'Whoever wrote this metadata could obtain a token meant for another resource.',
    fix: 'Compare `resource` with the URL of the server (same origin, same path or a parent path), and stop otherwise.',
  },
  'auth-as-metadata-order': {
    title: 'Try the metadata URLs of the authorization server in order',
    found: '`{0}` was requested, but `{1}` had not been tried.',
    why: 'On one host several issuers can have metadata; another order can find the wrong metadata.',
    fix: 'With a path: `oauth-authorization-server` and `openid-configuration` inserted before the path, then `openid-configuration` after it. Without: the first two.',
  },
  'auth-state': {
    title: 'Send state and check it',
    found: '`state` is {0}.',
    differs: '`state` is {0}; the authorization request had {1}.',
    why: 'Without it, an attacker can make the client accept a code that belongs to someone else.',
    fix: 'Send a random `state`, and drop any callback whose `state` differs.',
  },
  'auth-iss-advertised': {
    title: 'Advertise iss when it is sent',
    found: 'The callback has `iss` {0}, but the metadata does not advertise it.',
    why: 'Clients reliably check `iss` only when the metadata advertises it.',
    fix: 'Set `authorization_response_iss_parameter_supported` to `true` in the metadata of the authorization server.',
  },
  'auth-scope-in-challenge': {
    title: 'Name the required scopes in the 401',
    found: '`WWW-Authenticate` is {0}.',
    why: 'Without it clients ask for every scope or none, and the user may have to consent twice.',
    fix: 'Add `scope="…"` with what the request needs.',
  },
  'auth-retry-limit': {
    title: 'Stop asking for more scopes after a few attempts',
    found: 'Consent was asked for after {0} refusals for the same request.',
    why: 'The user is asked again and again.',
    fix: 'Count the attempts for each request, and report the refusal after the third.',
  },
  'auth-credentials-cross-as': {
    title: 'Use client credentials only where they were issued',
    found: '`client_id` {0} was issued by `{1}` and sent to `{2}`.',
    why: 'Another server gets credentials that are not meant for it.',
    fix: 'Keep credentials by issuer, and register again when the issuer changes.',
  },
  'auth-legacy-base-url': {
    title: 'Look for metadata at the root of the host',
    found: 'The metadata was requested at `{0}`.',
    why: 'In 2025-03-26 it is at the root of the server host, never below its path.',
    fix: 'Remove the path from the server URL before you append `/.well-known/oauth-authorization-server`.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'auth-prm-resource-match': {
    title: '须拒绝其他资源的元数据',
    found: '元数据属于 {0}，而服务器位于 {1}。',
    why: '针对其他资源的令牌可能被提供该元数据的人获取。',
    fix: '将 `resource` 与服务器地址比较（同源，路径相同或为其上级），不符则停止。',
  },
  'auth-as-metadata-order': {
    title: '须按顺序尝试授权服务器的元数据地址',
    found: '请求了 `{0}`，但未尝试 `{1}`。',
    why: '同一主机可能有多个 issuer 的元数据，顺序不同可能取错。',
    fix: '带路径时：先在路径前插入 `oauth-authorization-server`、`openid-configuration`，再在路径后附加 `openid-configuration`；不带路径时只试前两个。',
  },
  'auth-state': {
    title: '应发送并校验 state',
    found: '`state` 为 {0}。',
    differs: '`state` 为 {0}，授权请求中为 {1}。',
    why: '没有它，他人可以让客户端接受属于另一人的授权码。',
    fix: '发送随机的 `state`，丢弃 `state` 不同的回调。',
  },
  'auth-iss-advertised': {
    title: '发送 iss 时须在元数据中声明',
    found: '回调带有 `iss` {0}，而元数据未声明支持。',
    why: '只有元数据声明后，客户端才会严格校验 `iss`。',
    fix: '在授权服务器元数据中将 `authorization_response_iss_parameter_supported` 设为 `true`。',
  },
  'auth-scope-in-challenge': {
    title: '401 质询应给出所需 scope',
    found: '`WWW-Authenticate` 为 {0}。',
    why: '否则客户端只能申请全部或不申请，用户可能需要授权两次。',
    fix: '加上 `scope="…"`，列出该请求所需的 scope。',
  },
  'auth-retry-limit': {
    title: '应限制追加授权的次数',
    found: '同一请求被拒绝 {0} 次后仍再次发起授权。',
    why: '用户会被反复要求授权。',
    fix: '按请求统计次数，第三次之后报告失败。',
  },
  'auth-credentials-cross-as': {
    title: '客户端凭据只能用于签发它的授权服务器',
    found: '`client_id` {0} 由 `{1}` 签发，却发送给 `{2}`。',
    why: '其他服务器会得到不属于它的凭据。',
    fix: '按 issuer 保存凭据，issuer 变化时重新注册。',
  },
  'auth-legacy-base-url': {
    title: '须在主机根路径查找元数据',
    found: '在 `{0}` 请求了元数据。',
    why: '2025-03-26 中元数据位于服务器主机的根路径，而不在服务器路径之下。',
    fix: '先去掉服务器路径，再附加 `/.well-known/oauth-authorization-server`。',
  },
};

const round = (x: string): readonly EventBody[] => [
  ...sent(x, auth.headers, request(x, 'tools/list')),
  ...auth.refusal(x, 403, auth.LACKS),
];

export const EXAMPLES = examples<typeof RULES>(auth.before, {
  'auth-prm-resource-match': {
    violates: [...auth.resourceMetadata({ resource: 'https://mcp.example/files' }), ...auth.consent()],
    conforms: [...auth.resourceMetadata({ resource: auth.SITE }), ...auth.consent()],
  },
  'auth-as-metadata-order': {
    violates: auth.step('a2', 'server-metadata', `${auth.LOGIN}/acme/.well-known/openid-configuration`),
    conforms: [
      ...auth.step('a2', 'server-metadata', `${auth.SERVER_METADATA}/acme`, { status: 404 }),
      ...auth.step('a3', 'server-metadata', `${auth.LOGIN}/.well-known/openid-configuration/acme`, { status: 404 }),
      ...auth.step('a4', 'server-metadata', `${auth.LOGIN}/acme/.well-known/openid-configuration`),
    ],
  },
  'auth-state': {
    before: [...auth.before, ...auth.consent()],
    violates: [...auth.callback({ state: 'k3' }), ...auth.token()],
    conforms: [...auth.callback(), ...auth.token()],
  },
  'auth-iss-advertised': {
    before: auth.modern,
    violates: [...auth.serverMetadata(), ...auth.consent(), ...auth.callback({ iss: auth.LOGIN })],
    conforms: [...auth.issSupported, ...auth.consent(), ...auth.callback({ iss: auth.LOGIN })],
  },
  'auth-scope-in-challenge': {
    violates: auth.refused(401, auth.HINT),
    conforms: auth.refused(401, `${auth.HINT}, scope="tools:call"`),
  },
  'auth-retry-limit': {
    before: [...auth.before, ...['r1', 'r2', 'r3'].flatMap((x) => [...round(x), ...auth.consent()])],
    violates: [...round('r4'), ...auth.consent()],
    conforms: round('r4'),
  },
  'auth-credentials-cross-as': {
    before: [...auth.modern, ...auth.serverMetadata(), ...auth.registered({ application_type: 'native' })],
    violates: auth.consent({}, 'https://id.other.example/authorize'),
    conforms: auth.consent(),
  },
  'auth-legacy-base-url': {
    before: shakenOverHttp('2025-03-26'),
    violates: auth.step('a1', 'server-metadata', `${auth.SITE}/mcp/.well-known/oauth-authorization-server`),
    conforms: auth.step('a1', 'server-metadata', `${auth.SITE}/.well-known/oauth-authorization-server`),
  },
});
