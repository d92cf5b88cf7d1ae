import type { UnreachedReason } from '#shared/session';
import type { Explained } from '../text.ts';

/** Why a server was not reached: proxies and TLS. The settings that are named are those of the connect form. */
export const networkReasons: { readonly [reason in Exclude<UnreachedReason, 'http-unreachable'>]: Explained } = {
  'proxy-invalid': {
    title: 'Unusable proxy address',
    text: 'Proxies with http:// and https:// addresses are supported; SOCKS is not. Correct the environment variable or the proxy of this connection, or choose “No proxy”.',
  },
  'proxy-unreachable': {
    title: 'The proxy cannot be reached',
    text: 'The relay could not connect to the proxy, so nothing was sent to the server. Check the address and port of the proxy. If the server can be reached directly, choose “No proxy” or add the server to NO_PROXY.',
  },
  'proxy-authentication': {
    title: 'The proxy requires a user name and password (407)',
    text: 'Enter them in the proxy address: http://name:password@proxy:port, with special characters percent-encoded. Only Basic authentication is supported.',
  },
  'proxy-refused': {
    title: 'The proxy refused the connection',
    text: 'The proxy responded in place of the server: it does not allow this server or port, or could not reach it. Ask the proxy’s administrator, or choose “No proxy” if the server can be reached directly.',
  },
  'tls-self-signed': {
    title: 'Self-signed certificate',
    text: 'No authority vouches for the server’s certificate: it is self-signed. If it is the right server, save its certificate as a PEM file and enter that file under “CA file”.',
  },
  'tls-unknown-ca': {
    title: 'Certificate of an unknown authority',
    text: 'The server’s certificate is signed by an authority that is not trusted here (a company CA, or a proxy that decrypts TLS), or the server does not send its intermediate certificates. Enter the authority’s certificate under “CA file”, or start the relay with NODE_EXTRA_CA_CERTS.',
  },
  'tls-expired': {
    title: 'Certificate not valid today',
    text: 'The server’s certificate has expired or is not valid yet. Renew it on the server, and check the clock of this computer.',
  },
  'tls-wrong-host': {
    title: 'Certificate of another host',
    text: 'The server’s certificate is valid for names other than the one in the address. Use one of those names, or add this one to the certificate (subjectAltName).',
  },
  'tls-client-certificate': {
    title: 'The server requires a client certificate',
    text: 'Enter a client certificate and its key as PEM files in the connection settings.',
  },
  'tls-client-refused': {
    title: 'The client certificate was refused',
    text: 'The server did not accept the client certificate. It may have expired, or the server does not trust the authority that signed it.',
  },
  'tls-protocol': {
    title: 'No common TLS version',
    text: 'Server and relay share no TLS version. Versions before TLS 1.2 are not supported: update the server.',
  },
  'tls-not-spoken': {
    title: 'No TLS on this port',
    text: 'The address begins with https://, but this port responds with plain HTTP. Use http://, or the port for HTTPS.',
  },
  'tls-expected': {
    title: 'The server expects HTTPS here',
    text: 'The address begins with http://, but this port uses TLS. Use https://.',
  },
  'tls-closed': {
    title: 'The server closed the TLS connection',
    text: 'It was closed during or right after the handshake, without a reason. Servers that require a client certificate may do this; so do proxies and firewalls that do not allow the host name.',
  },
  'tls-failed': {
    title: 'The TLS handshake failed',
    text: 'Server and relay could not agree, or the server’s certificate is not accepted. With TLS 1.2, “handshake failure” can mean that the server requires a client certificate, or that there is no common cipher.',
  },
};
