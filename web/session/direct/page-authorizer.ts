/** Gets the sessions that this page hosts authorized. */
import { createAuthorizer, Grants, type HttpAuthorizer } from '#shared/authorization';
import type { HttpSpec } from '#shared/relay-protocol';
import { redirectUri } from './redirect-uri.ts';
import { stepFetch } from './step-fetch.ts';

/** In the page's memory only: a reload asks anew. */
const grants = new Grants();

/** An authorizer for a direct session; `consent` waits for the person's answer. */
export function pageAuthorizer(
  { headers, authorization = {} }: HttpSpec,
  firstExchange: number,
  consent: () => Promise<string | undefined>,
): HttpAuthorizer {
  return createAuthorizer({
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
