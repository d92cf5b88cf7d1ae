/** The authorization code grant from the choice of a client to the token, with a person's consent between. */
import { defined } from '#shared/base';
import { tokenClient } from './client-auth.ts';
import { clientFor } from './client.ts';
import { consentIn, consentRequest, type ConsentAsked } from './consent.ts';
import type { Tools } from './exchanges.ts';
import { Failure } from './failure.ts';
import type { OAuthClientInformationMixed, OAuthTokens } from './library.ts';
import { tokenFailure } from './service.ts';

export async function consentTokens(
  asked: ConsentAsked,
  tools: Tools,
): Promise<{ readonly tokens: OAuthTokens; readonly client: OAuthClientInformationMixed } | Failure> {
  const { found, dpop, redirectUri, clients } = asked;
  const { lib, exchanges, masker } = tools;
  const { metadata } = found;
  if (found.withoutConsent) return new Failure('server-metadata', 'authorization_endpoint: absent');
  const methods = metadata?.code_challenge_methods_supported;
  // That they must be named came with 2025-11-25.
  if (methods ? !methods.includes('S256') : metadata !== undefined && found.namesPkce)
    return new Failure('no-pkce', `code_challenge_methods_supported: ${methods?.join(', ') ?? 'absent'}`);
  const client = await clientFor(asked, tools);
  if (client instanceof Failure) return client;
  const request = await consentRequest(asked, client, tools);
  if (request instanceof Failure) return request;
  masker.hide('code_verifier', request.verifier);
  exchanges.tell([{ k: 'connection', event: 'authorization', reason: 'redirect', detail: request.url }]);
  const callback = await asked.redirect(request.url, {
    redirectUri,
    state: request.state,
    fetch: (url, step) => exchanges.perform('authorization', url, step),
  });
  if (callback === undefined) return new Failure('cancelled', '');
  const consent = consentIn(callback, request, found, tools);
  if (consent instanceof Failure) return consent;
  const fetchFn = exchanges.begin('token');
  try {
    const tokens = await lib.exchangeAuthorization(found.server, {
      ...tokenClient(client, found, tools),
      authorizationCode: consent.code,
      codeVerifier: request.verifier,
      redirectUri,
      ...defined({ iss: consent.iss, resource: found.resource, dpop }),
      fetchFn,
    });
    return { tokens, client };
  } catch (error) {
    const failure = tokenFailure(error, tools);
    // A client that the authorization server does not know any more is registered anew the next time.
    if (failure.code === 'token-refused') for (const [key, each] of clients) if (each === client) clients.delete(key);
    return failure;
  }
}
