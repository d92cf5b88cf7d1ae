/** One step of authorization over HTTP, as this page makes it. */
import { mayReach, networkOfHost, OutOfReach, type StepFetch } from '#shared/authorization';

const LIMIT_MS = 30_000;

/**
 * Rejects with a `TypeError` when nothing answers or the browser withholds the answer, and with `OutOfReach`: of names a page
 * does not learn the addresses, so only literal ones are looked at. No redirect is followed, because a page does not see
 * where one leads before it is there.
 */
export const stepFetch: StepFetch = async (url, { method, headers, body, server }) => {
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
