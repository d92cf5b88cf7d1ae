import type { UnreachedReason } from '#shared/session';
import type { Explained } from '../text.ts';

export const networkReasons: { readonly [reason in Exclude<UnreachedReason, 'http-unreachable'>]: Explained } = {
  'proxy-invalid': {
    title: '代理地址不可用',
    text: '支持 http:// 与 https:// 代理，不支持 SOCKS。请更正环境变量或此连接的代理设置，或选择“不使用代理”。',
  },
  'proxy-unreachable': {
    title: '无法连接代理',
    text: '中继无法连接代理，因此没有向服务器发送任何内容。请检查代理的地址和端口；如果可以直连服务器，请选择“不使用代理”，或将服务器加入 NO_PROXY。',
  },
  'proxy-authentication': {
    title: '代理要求用户名和密码（407）',
    text: '请写在代理地址中：http://用户名:密码@代理:端口，特殊字符需百分号编码。仅支持 Basic 认证。',
  },
  'proxy-refused': {
    title: '代理拒绝了连接',
    text: '代理代替服务器作出了响应：它不允许访问此服务器或端口，或者自己也无法连接。请联系代理的管理员；如果可以直连服务器，请选择“不使用代理”。',
  },
  'tls-self-signed': {
    title: '自签名证书',
    text: '服务器的证书由其自身签名，没有机构为其担保。如果确认服务器无误，请将其证书保存为 PEM 文件，并设为“CA 文件”。',
  },
  'tls-unknown-ca': {
    title: '证书颁发机构未知',
    text: '服务器的证书由此处不信任的机构签发（企业自有 CA，或解密 TLS 的代理），或者服务器没有发送中间证书。请将该机构的证书设为“CA 文件”，或在启动中继时设置 NODE_EXTRA_CA_CERTS。',
  },
  'tls-expired': {
    title: '证书不在有效期内',
    text: '服务器的证书已过期或尚未生效。请在服务器上更新证书，并检查本机时钟。',
  },
  'tls-wrong-host': {
    title: '证书属于其他主机',
    text: '服务器证书中的名称与地址中的主机名不符。请使用证书中的名称，或将此名称加入证书（subjectAltName）。',
  },
  'tls-client-certificate': {
    title: '服务器要求客户端证书',
    text: '请在连接设置中以 PEM 文件提供客户端证书及其私钥。',
  },
  'tls-client-refused': {
    title: '客户端证书被拒绝',
    text: '服务器不接受此客户端证书：证书可能已过期，或服务器不信任其签发机构。',
  },
  'tls-protocol': {
    title: '没有共同的 TLS 版本',
    text: '服务器与中继没有共同支持的 TLS 版本。不支持 TLS 1.2 之前的版本，请升级服务器。',
  },
  'tls-not-spoken': {
    title: '此端口不是 TLS',
    text: '地址以 https:// 开头，但此端口以明文 HTTP 响应。请改用 http://，或使用 HTTPS 端口。',
  },
  'tls-expected': {
    title: '此端口需要 HTTPS',
    text: '地址以 http:// 开头，但此端口使用 TLS。请改用 https://。',
  },
  'tls-closed': {
    title: '服务器关闭了 TLS 连接',
    text: '连接在握手期间或刚握手后被关闭，未说明原因。要求客户端证书的服务器可能如此；不允许此主机名的代理或防火墙也会如此。',
  },
  'tls-failed': {
    title: 'TLS 握手失败',
    text: '服务器与中继无法达成一致，或服务器的证书不被接受。使用 TLS 1.2 时，“handshake failure”可能表示服务器要求客户端证书，或没有共同的加密套件。',
  },
};
