/** Requests to the server behind the tap. */
import type { ClientRequest } from 'node:http';
import { beginRequest, passedBy, proxyCredentials } from '../http/index.ts';
import type { Target } from './target.ts';

/** Longest head of a request or response that passes, in bytes. */
export const LONGEST_HEAD = 1024 * 1024;

export interface Asking {
  readonly method: string;
  readonly path: string;
  /** As a client sent them: names and values in one list; `Host` becomes the server's. */
  readonly headers: readonly string[];
  /** On a connection of its own, which the server can't just have closed. */
  readonly fresh?: boolean;
}

/** Begin a request; its head goes out at once. Throws what Node throws of a head that it reads and does not write. */
export function askServer(
  { url, road }: Target,
  { method, path, headers: raw, fresh = false }: Asking,
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
  const request = beginRequest(url, { road, proxy, fresh }, signal, {
    method,
    path,
    headers,
    maxHeaderSize: LONGEST_HEAD,
  });
  request.flushHeaders();
  return request;
}
