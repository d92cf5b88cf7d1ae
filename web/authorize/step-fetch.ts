/** One step of authorization over HTTP, as this page makes it. */
import type { StepFetch } from '#shared/authorization';

const LIMIT_MS = 30_000;

/**
 * Rejects with a `TypeError` when nothing answers or the browser withholds the answer. Only what is read is followed to
 * another address: a page does not see where it leads, and nothing secret may go there.
 */
export const stepFetch: StepFetch = async (url, { method, headers, body }) => {
  const response = await fetch(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined ? {} : { body }),
    redirect: method === 'GET' ? 'follow' : 'error',
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  return { status: response.status, headers: [...response.headers], text: await response.text() };
};
