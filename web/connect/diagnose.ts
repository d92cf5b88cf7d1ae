/**
 * Why a direct connection failed. The browser does not say, so the same question is asked in ways that do answer: through
 * the relay, which can read the preflight's answer, or by a request whose answer nobody may read.
 */
import type { HeaderPairs, ConnectionBody } from '#shared/recording';
import { missingForCors, namesToAsk } from '#shared/transport';
import type { RelayLink } from '../state/relay-link.svelte.ts';

export interface FailedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderPairs;
}

/** Find out why `request` failed. Gives the problem to record, or undefined when nothing more is known. */
export async function diagnose(request: FailedRequest, link: RelayLink): Promise<ConnectionBody | undefined> {
  const refused = (detail: string): ConnectionBody => ({
    k: 'connection',
    event: 'problem',
    reason: 'cors-refused',
    detail,
  });
  if (link.status === 'open') {
    const headers = namesToAsk(request.headers);
    const preflight = await link
      .ask({ type: 'preflight', url: request.url, origin: location.origin, headers }, 'preflight')
      .catch(() => undefined);
    if (!preflight) return undefined;
    const missing = missingForCors(preflight, location.origin, request.method, headers);
    return missing.length > 0 ? refused(missing.join('\n')) : undefined;
  }
  // An opaque answer proves that something answers there, so it was the browser that refused.
  const reachable = await fetch(request.url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit' }).then(
    () => true,
    () => false,
  );
  return reachable
    ? refused(
        `Access-Control-Allow-Origin: ${location.origin}\nAccess-Control-Allow-Headers: ${namesToAsk(request.headers).join(', ')}`,
      )
    : undefined;
}
