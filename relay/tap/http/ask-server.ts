/** Requests of the tap's own to the server. */
import type { ClientRequest } from 'node:http';
import { beginRequest, passedBy, proxyCredentials } from '../../http/index.ts';
import type { RequestHead } from './heads.ts';
import { MAX_HEAD_BYTES } from './message-reader.ts';
import type { Target } from './target.ts';

export interface Asking {
  readonly method: string;
  readonly path: string;
  /** As a client sent them: names and values in one list; `Host` becomes the server's. */
  readonly headers: readonly string[];
}

/** Begin a request on a new connection, which the server can't just have closed. Throws when Node refuses to write a head that it accepted. */
export function askServer(
  { url, road }: Target,
  { method, path, headers: raw }: Asking,
  signal: AbortSignal,
): ClientRequest {
  const proxy = road.proxyFor(url);
  const byProxy = passedBy(url, proxy);
  const credentials = byProxy && proxyCredentials(byProxy);
  const nameAt = (at: number): string => raw[at]?.toLowerCase() ?? '';
  const headers = raw.map((text, at) => (at % 2 === 1 && nameAt(at - 1) === 'host' ? url.host : text));
  if (credentials !== undefined) headers.push('Proxy-Authorization', credentials);
  // Without either there is no body (RFC 9112, section 6.3); Node would announce one.
  const hasBody = raw.some((_, at) => at % 2 === 0 && /^(?:content-length|transfer-encoding)$/.test(nameAt(at)));
  if (!hasBody && /^(?:POST|PUT|PATCH)$/.test(method)) headers.push('Content-Length', '0');
  return beginRequest(url, { road, proxy, fresh: true }, signal, {
    method,
    path,
    headers,
    maxHeaderSize: MAX_HEAD_BYTES,
  });
}

/** Send the same request again, with this body. The response is ignored, and so are errors. */
export function askAgain(
  target: Target,
  { method, headers }: RequestHead,
  { path, content }: { readonly path: string; readonly content: Buffer },
  signal: AbortSignal,
): void {
  const size = String(content.length);
  const sized = headers.map(([name, value]) => [name, /^content-length$/i.test(name) ? size : value]);
  try {
    const request = askServer(target, { method, path, headers: sized.flat() }, signal);
    request.on('error', () => undefined).on('response', (response) => response.resume());
    request.end(content);
  } catch {
    // Node refuses to write some heads that it accepts.
  }
}
