/**
 * Why a direct connection failed. The browser does not say, so the same question is asked in ways that do answer: through
 * the relay, which can read the preflight's answer, or by a request whose answer nobody may read.
 */
import type { HeaderPairs, ConnectionBody } from '#shared/recording';
import { missingForCors, namesToAsk, neededForCors } from '#shared/transport';
import type { RelayLink } from '../relay/relay-link.svelte.ts';

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
  const { url, method } = request;
  const question = { origin: location.origin, method, asked: namesToAsk(request.headers) };
  if (link.status === 'open') {
    const { origin, asked } = question;
    const answer = await link
      .ask({ type: 'preflight', url, origin, headers: asked, method }, 'preflight')
      .catch(() => undefined);
    if (!answer) return undefined;
    const missing = missingForCors(answer, answer.actual, question);
    return missing.length > 0 ? refused(missing.join('\n')) : undefined;
  }
  // An opaque answer proves that something answers there, so it was the browser that refused.
  const reachable = await fetch(url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit' }).then(
    () => true,
    () => false,
  );
  return reachable ? refused(neededForCors(question).join('\n')) : undefined;
}
