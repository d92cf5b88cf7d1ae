import type { Explained } from '../text.ts';

/** Why an HTTP server gave no session: nothing listens, or what it responded with instead. */
export const httpReasons: { readonly [reason: string]: Explained } = {
  'http-unreachable': {
    title: 'The server cannot be reached',
    text: 'No response from this address. Is the server running, and is the port right?',
  },
  'http-blocked': {
    title: 'The browser blocked or lost the response',
    text: 'The browser does not say why this response is missing. If the server runs, likely causes are: no Access-Control-Allow-Origin header on it (common for errors and event streams), redirects in a loop, a connection that was reset, or malformed HTTP such as two Content-Length headers. The browser’s console may say more; through the relay the response is recorded.',
  },
  'http-redirected': {
    title: 'The response after a redirect is no response to the message',
    text: 'The server redirected the POST, and the browser followed without showing how: after 301, 302 or 303 it sends a GET without the message. Connect to the final address.',
  },
  'http-cut': {
    title: 'The response could not be read to its end',
    text: 'The connection broke, or the body does not match its Content-Length or Content-Encoding. Browsers do not say which; through the relay the cause is recorded.',
  },
  'http-nobody-listens': {
    title: 'Connection refused',
    text: 'Nothing is listening at this address. Is the server running, and is the port right?',
  },
  'http-unknown-host': {
    title: 'Host not found',
    text: 'The host name in the URL cannot be resolved. Check its spelling and the network.',
  },
  'http-no-way': {
    title: 'No response from the host',
    text: 'The host did not accept the connection in time. Check the address, firewalls and VPN.',
  },
  'http-broken-off': {
    title: 'Connection closed without a response',
    text: 'The server or something on the way closed the connection. Is this an HTTP port?',
  },
  'http-malformed': {
    title: 'The response is not valid HTTP',
    text: 'The bytes received break the rules of HTTP. Is this an HTTP port? If so, the server writes wrong headers of its own, such as a second Content-Length.',
  },
  'http-unauthorized': {
    title: 'The server requires authentication (401)',
    text: 'Authorize, or add a header such as Authorization: Bearer … to the connection.',
  },
  'http-forbidden': {
    title: 'Access denied (403)',
    text: 'The token may lack a scope, or the server does not accept the Host or Origin of the request. Servers on localhost often check both.',
  },
  'http-not-found': {
    title: 'No MCP endpoint at this URL (404)',
    text: 'A server responds there, but not at this path. Check the path; /mcp is common.',
  },
  'http-method': {
    title: 'This URL does not accept POST (405)',
    text: 'An MCP endpoint takes POST requests. Check the path; /mcp is common.',
  },
  'http-not-acceptable': {
    title: 'The server refuses the Accept header (406)',
    text: 'Requests must accept application/json and text/event-stream. Check the headers of the connection and proxies on the way.',
  },
  'http-media-type': {
    title: 'The server refuses the content type (415)',
    text: 'Requests are sent as application/json. Check the path, the headers of the connection and proxies on the way.',
  },
  'http-too-large': {
    title: 'The request is too large (413)',
    text: 'The server, or a proxy before it, limits the size of a request. Raise the limit, or send less.',
  },
  'http-misdirected': {
    title: 'The server does not accept this host name (421)',
    text: 'Servers that guard against DNS rebinding accept the host names on a list only. Use a name from that list in the URL, or add this one to the server’s allowed hosts.',
  },
  'http-unprocessable': {
    title: 'The server can’t process the request (422)',
    text: 'It read the request and refused its content. Its words name what is wrong; check the protocol version and whether this is the MCP endpoint.',
  },
  'http-gateway': {
    title: 'A gateway got no response from the server (502, 504)',
    text: 'A proxy answered in place of the server, which is down or too slow. Check the server behind it.',
  },
  'http-busy': {
    title: 'Too many requests (429)',
    text: 'The server limits the request rate. Wait, then reconnect.',
  },
  'http-unavailable': {
    title: 'The server is unavailable (503)',
    text: 'It is starting, overloaded or down, or a gateway cannot reach it. Wait, then reconnect.',
  },
  'http-server-error': {
    title: 'The server failed (5xx)',
    text: 'It responded with an internal error. Its own log says more.',
  },
  'http-page': {
    title: 'A web page instead of MCP',
    text: 'The URL leads to a web page: a sign-in page, or another path of the same site. Check the URL; /mcp is a common path.',
  },
  'http-not-mcp': {
    title: 'The response is not MCP',
    text: 'The server responded with something other than a JSON-RPC message. Check the path; /mcp is common.',
  },
  'http-empty': {
    title: 'Empty response',
    text: 'The server accepted initialize without responding to it. Check the path; /mcp is common.',
  },
};
