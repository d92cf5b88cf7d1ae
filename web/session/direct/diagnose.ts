/** Why a direct connection failed: the browser does not say, so the relay is asked, or an opaque request is made. */
import { errorText } from '#shared/base';
import type { HeaderPairs } from '#shared/recording';
import { missingForCors, namesToAsk, neededForCors } from '#shared/transport';
import type { RelayLink } from '../relay/relay-link.svelte.ts';

export interface FailedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderPairs;
  /** The page has read answers of this server before. */
  readonly answered: boolean;
}

export interface Diagnosis {
  readonly reason: 'http-unreachable' | 'http-blocked' | 'cors-refused';
  readonly detail?: string;
}

/** Find out why `request` failed. Where the server answers and allows what was asked, the browser keeps to itself what it lost. */
export async function diagnose(
  { url, method, headers, answered }: FailedRequest,
  link: Pick<RelayLink, 'status' | 'ask'>,
): Promise<Diagnosis> {
  const { origin } = location;
  const asked = namesToAsk(headers);
  if (link.status === 'open') {
    const answer = await link
      .ask({ type: 'preflight', url, origin, headers: asked, method }, 'preflight')
      .catch((error: unknown) => errorText(error));
    if (typeof answer !== 'string') {
      // What the server answers to a GET says nothing of a POST, once it has answered others.
      const actual = answered && method !== 'GET' ? undefined : answer.actual;
      const missing = missingForCors(answer, actual, { origin, method, asked });
      return missing.length > 0 ? { reason: 'cors-refused', detail: missing.join('\n') } : { reason: 'http-blocked' };
    }
    if (link.status === 'open') return { reason: 'http-unreachable', detail: answer };
  }
  // An opaque answer proves that something answers there, so it was the browser that refused.
  const reachable = await fetch(url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit' }).then(
    () => true,
    () => false,
  );
  if (!reachable) return { reason: 'http-unreachable' };
  if (answered) return { reason: 'http-blocked' };
  return { reason: 'cors-refused', detail: neededForCors({ origin, asked }).join('\n') };
}
