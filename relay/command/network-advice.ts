/** What a person at the terminal can do about a server that was not reached, in the options of the command line. */
import type { UnreachedReason } from '#shared/session';

const ADVICE: { readonly [reason in Exclude<UnreachedReason, 'http-unreachable'>]: string } = {
  'proxy-invalid':
    'Proxies with http:// and https:// addresses are supported; SOCKS is not. --proxy URL names another one, --no-proxy uses none.',
  'proxy-unreachable':
    'The proxy can’t be reached. --proxy URL names another one, --no-proxy uses none, and NO_PROXY lists servers that need none.',
  'proxy-authentication':
    'The proxy requires a user name and password: http://NAME:PASSWORD@PROXY:PORT, in HTTPS_PROXY or --proxy, special characters percent-encoded.',
  'proxy-refused': 'The proxy does not connect to this server. --no-proxy connects directly.',
  'tls-self-signed':
    'The server’s certificate is self-signed. If it is the right server, give the certificate with --ca FILE.',
  'tls-unknown-ca':
    'The server’s certificate is signed by an authority that is not trusted here. Give the authority’s certificate with --ca FILE or NODE_EXTRA_CA_CERTS.',
  'tls-expired':
    'The server’s certificate has expired or is not valid yet. Renew it on the server, and check the clock here.',
  'tls-wrong-host': 'The server’s certificate is for other host names than the one in the URL. Use one of those names.',
  'tls-client-certificate': 'The server requires a client certificate. Give it with --cert FILE and --key FILE.',
  'tls-client-refused':
    'The server refused the client certificate: it may have expired, or its authority is not trusted there.',
  'tls-protocol':
    'Server and client share no TLS version; versions before TLS 1.2 are not supported. Update the server.',
  'tls-not-spoken': 'This port answers with plain HTTP. Use http://, or the port for HTTPS.',
  'tls-expected': 'This port speaks TLS. Use https://.',
  'tls-closed':
    'The server closed the TLS connection without giving a reason. If it requires a client certificate, give it with --cert FILE and --key FILE.',
  'tls-failed':
    'The TLS handshake failed. If the server requires a client certificate, give it with --cert FILE and --key FILE.',
};

/** A line on what to do about a problem of this reason; empty for reasons that are not about the network. */
export function adviceLine(reason: string | undefined): string {
  return reason !== undefined && Object.hasOwn(ADVICE, reason) ? `\n${ADVICE[reason as keyof typeof ADVICE]}` : '';
}
