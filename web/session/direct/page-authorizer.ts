/** Gets the sessions that this page hosts authorized. */
import { Grants, HttpAuthorizer, mayReach, networkOfHost, OutOfReach, type StepFetch } from '#shared/authorization';
import type { HttpSpec } from '#shared/relay-protocol';
import { redirectUri } from './redirect-uri.ts';

const LIMIT_MS = 30_000;

/**
 * Rejects with a `TypeError` when nothing answers or the browser withholds the answer, and with `OutOfReach`: of names a page
 * does not learn the addresses, so only literal ones are looked at. No redirect is followed, because a page does not see
 * where one leads before it is there.
 */
const stepFetch: StepFetch = async (url, { method, headers, body, server }) => {
  const { hostname } = new URL(url);
  const network = networkOfHost(hostname);
  const from = server === undefined ? 'loopback' : (networkOfHost(new URL(server).hostname) ?? 'public');
  if (network !== undefined && !mayReach(from, network)) throw new OutOfReach(hostname, network);
  const response = await fetch(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined ? {} : { body }),
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  return { status: response.status, headers: [...response.headers], text: await response.text() };
};

/** In the page's memory only: a reload asks anew. */
const grants = new Grants();

export function pageAuthorizer(
  { headers, authorization = {} }: HttpSpec,
  firstExchange: number,
  consent: () => Promise<string | undefined>,
): HttpAuthorizer {
  return new HttpAuthorizer({
    settings: authorization,
    headers,
    fetch: stepFetch,
    redirectUri: redirectUri(),
    redirect: consent,
    grants,
    clientName: 'Lifeline',
    firstExchange,
    inBrowser: true,
  });
}
