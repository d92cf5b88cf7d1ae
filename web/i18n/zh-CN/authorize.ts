import type { FailureCode } from '#shared/authorization';
import type { AuthorizationStep } from '#shared/recording';
import type { Explained } from '../en/problems.ts';

export const authorize = {
  asks: (server: string): string => `${server} 要求授权`,
  consentAt: (host: string): string => `请在其授权服务器 ${host} 的页面上表示同意，之后浏览器会自动回到这里。`,
  scopes: '权限范围',
  noScopes: '未指明，由授权服务器决定',
  openPage: (host: string): string => `打开 ${host} 的授权页面`,
  cancel: '取消',
  notBack: '浏览器没有回来？',
  paste: '最终地址',
  pasteHelp: '粘贴浏览器最后停留的完整地址：应答就在其中。',
  use: '使用此地址',
  failed: '授权失败',
  dismiss: '关闭',
  throughRelay: '经由中继连接',
  edit: '编辑连接',
  callback: {
    title: '授权',
    wait: '正在把应答交给 Lifeline…',
    taken: '完成。可以关闭此标签页并回到 Lifeline。',
    copy: '如果没有反应，请复制此地址并粘贴到正在等待它的会话中。',
    address: '地址',
  },
  settings: {
    title: '授权',
    automatic: '服务器要求时进行授权',
    clientId: '客户端 ID',
    clientIdHelp: '你在授权服务器上注册过的客户端。留空则由 Lifeline 自行注册。',
    redirect: (uri: string): string => `它的重定向 URI 必须是 ${uri}`,
    clientSecret: '客户端密钥',
    clientSecretHelp: '保存在内存中，直到中继结束；没有中继时，直到此标签页关闭。',
    scopes: '要申请的权限范围',
    scopesHelp: '即 scope，以空格分隔。留空则申请服务器指明的范围。',
    anyAddress: '允许本机和本地网络的地址',
    metadataUrl: '元数据 URL',
    metadataUrlHelp: '客户端 ID 元数据文档（client id metadata document）的 HTTPS 地址，授权服务器支持时使用。',
  },
  lane: '授权服务器',
  ways: { c2s: '客户端 → 授权服务器', s2c: '授权服务器 → 客户端' },
  spokenWays: { c2s: '客户端到授权服务器', s2c: '授权服务器到客户端' },
  steps: {
    'resource-metadata': '资源元数据',
    'server-metadata': '授权服务器元数据',
    'client-registration': '客户端注册',
    authorization: '授权',
    token: '令牌',
    'token-exchange': '令牌交换',
  } as { readonly [step in AuthorizationStep]: string },
  failures: {
    unreachable: { title: '无法连接', text: '此步骤的地址没有任何应答。' },
    blocked: {
      title: '页面无法连接',
      text: '没有应答，或授权服务器不允许页面读取其应答（CORS），因而被浏览器扣下。经由中继则没有此限制。',
    },
    'out-of-reach': {
      title: '不允许的地址',
      text: '服务器为授权给出的地址属于本机或本地网络，而服务器自身不在其中。请求没有发出。如果信任此服务器，请编辑连接，并在“授权”中允许此类地址。',
    },
    'resource-metadata': {
      title: '无法读取资源元数据',
      text: '服务器的受保护资源元数据（RFC 9728）不符合要求。',
    },
    'resource-mismatch': {
      title: '其他资源的元数据',
      text: '元数据中的 resource 不是此服务器，为它签发的令牌会用在别处。',
    },
    'server-metadata': {
      title: '授权服务器元数据不可用',
      text: '授权服务器的元数据（RFC 8414 或 OpenID Connect Discovery）不符合要求。',
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
      text: '授权服务器不接受自行注册。请先在其上注册，并在连接时填写客户端 ID。',
    },
    'registration-refused': { title: '注册被拒绝', text: '授权服务器拒绝注册此客户端。它的应答在时序图中。' },
    'no-authorization-server': {
      title: '没有找到授权服务器',
      text: '服务器返回了 401，但没有指明授权服务器。它可能需要 API 密钥或令牌：请编辑连接并添加请求头，例如 Authorization: Bearer … 或 X-API-Key。服务器的说明：',
    },
    incomplete: {
      title: '缺少设置',
      text: '所选的授权方式需要更多设置。请编辑连接，并在“授权”中补充：',
    },
    'client-key': { title: '私钥不可用', text: '私钥必须是 PEM（PKCS #8）或 JWK，并与算法相符。' },
    'identity-provider': {
      title: '身份提供方没有给出断言',
      text: '身份提供方没有交换 ID 令牌。它的响应在时序图中。ID 令牌有效期很短，请重新获取。',
    },
    cancelled: { title: '已取消', text: '在授权服务器应答之前你取消了授权。' },
    'state-mismatch': { title: '应答与请求不符', text: '应答中的 state 不是发出的那个，因此应答被丢弃。' },
    'response-issuer': {
      title: '来自其他 issuer 的应答',
      text: '应答不是来自所请求的授权服务器（RFC 9207），因此没有使用其中的授权码。',
    },
    denied: { title: '被拒绝', text: '授权服务器返回了错误，而不是授权码。' },
    'no-code': { title: '没有授权码', text: '此地址中既没有 code，也没有 error。' },
    'token-refused': {
      title: '没有得到令牌',
      text: '令牌端点拒绝了请求，或其应答不是令牌。应答在时序图中。',
    },
    'still-refused': {
      title: '令牌被拒绝',
      text: '服务器拒绝了为它签发的令牌。它检查的是否是另一个 audience、issuer 或 scope？',
    },
    'scope-refused': {
      title: '权限范围不足',
      text: '服务器要求的 scope 之前已经申请过，但仍不够。再次申请也不会改变。',
    },
    unexpected: { title: '失败', text: '发生了未归类的错误。' },
  } satisfies { readonly [code in FailureCode]: Explained } as { readonly [code: string]: Explained },
};
