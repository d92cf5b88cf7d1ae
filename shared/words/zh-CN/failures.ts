import type { FailureCode } from '#shared/authorization';
import type { Explained } from '../text.ts';
import { networkReasons } from './network.ts';
import type { failures as english } from '../en/failures.ts';

export const failures: typeof english = {
  ...networkReasons,
  unreachable: { title: '无法连接', text: '此步骤的地址没有响应。' },
  blocked: {
    title: '页面无法连接',
    text: '没有响应，或授权服务器不允许页面读取其响应（CORS），因而被浏览器拦截。经由中继则没有此限制。',
  },
  'out-of-reach': {
    title: '不允许的地址',
    text: '服务器为授权给出的地址属于本机或本地网络，而服务器自身不在其中。请求没有发出。如果信任此服务器，请编辑服务器，并在“授权”中允许此类地址。',
  },
  'resource-metadata': {
    title: '无法读取资源元数据',
    text: '服务器的受保护资源元数据（RFC 9728）无效。',
  },
  'resource-mismatch': {
    title: '其他资源的元数据',
    text: '元数据中的 resource 不是此服务器，为该资源签发的令牌不适用于此服务器。',
  },
  'server-metadata': {
    title: '授权服务器元数据不可用',
    text: '授权服务器的元数据（RFC 8414 或 OpenID Connect Discovery）无效。',
  },
  'no-server-metadata': { title: '没有授权服务器元数据', text: '在规范列出的所有位置都没有找到授权服务器的元数据。' },
  'metadata-issuer': {
    title: '其他 issuer 的元数据',
    text: '元数据中的 issuer 与获取它时所用的不一致，不得使用（RFC 8414 第 3.3 节）。',
  },
  'no-pkce': {
    title: '不支持 S256 的 PKCE',
    text: '授权服务器没有声明支持 S256 的 PKCE；没有它，客户端不得继续。',
  },
  'client-needed': {
    title: '需要已注册的客户端',
    text: '授权服务器不支持动态注册。请先在授权服务器上注册客户端，再编辑服务器并填写客户端 ID。',
  },
  'registration-refused': { title: '注册被拒绝', text: '授权服务器拒绝注册此客户端。它的响应在时序图中。' },
  'no-authorization-server': {
    title: '此服务器需要令牌（401）',
    text: '服务器返回了 401，但没有指明授权服务器。它可能需要 API 密钥或令牌：请编辑服务器并添加请求头，例如 Authorization: Bearer … 或 X-API-Key。',
  },
  incomplete: {
    title: '缺少设置',
    text: '所选的授权方式需要更多设置。请编辑服务器，并在“授权”中补充：',
  },
  'client-key': { title: '私钥不可用', text: '私钥必须是 PEM（PKCS #8）或 JWK，并与算法相符。' },
  'identity-provider': {
    title: '身份提供方没有给出断言',
    text: '身份提供方没有交换 ID 令牌。它的响应在时序图中。ID 令牌有效期很短，请重新获取。',
  },
  cancelled: { title: '已取消', text: '你取消了授权。' },
  'state-mismatch': { title: 'state 不匹配', text: '响应中的 state 不是发出的那个，因此响应被丢弃。' },
  'response-issuer': {
    title: '来自其他 issuer 的响应',
    text: '响应不是来自所请求的授权服务器（RFC 9207），因此没有使用其中的授权码。',
  },
  denied: { title: '被拒绝', text: '授权服务器返回了错误，而不是授权码。' },
  'no-code': { title: '没有授权码', text: '重定向 URL 中既没有 code，也没有 error。' },
  'token-refused': {
    title: '没有得到令牌',
    text: '令牌端点拒绝了请求，或其响应不是令牌。响应在时序图中。',
  },
  'still-refused': {
    title: '令牌被拒绝',
    text: '服务器拒绝了为它签发的令牌。它要求的可能是另一个 audience、issuer 或 scope。',
  },
  'scope-refused': {
    title: '权限范围不足',
    text: '服务器要求的 scope 之前已经申请过，但仍不够。再次申请也不会改变。',
  },
  unexpected: { title: '意外错误', text: '详情请看时序图。' },
} satisfies { readonly [code in FailureCode]: Explained };
