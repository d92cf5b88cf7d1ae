/** The authorization code grant from the choice of a client to the token, with a person's consent between. */
import { tokenClient } from './client-auth.ts';
import { clientFor } from './client.ts';
import { consentIn, consentRequest } from './consent.ts';
import type { Discovered } from './discover.ts';
import type { DpopSession } from './dpop.ts';
import type { StepRequest, StepResponse } from './exchanges.ts';
import { Failure } from './failure.ts';
import type { OAuthClientInformationMixed, OAuthTokens } from './library.ts';
import { tokenFailure, type Tools } from './service.ts';

/** What a host needs to get a person's consent. */
export interface Redirect {
  readonly redirectUri: string;
  /** Comes back in the answer. */
  readonly state: string;
  /** For hosts that follow the redirects themselves: makes and records an exchange of the step `authorization`. */
  readonly fetch: (url: string, request: StepRequest) => Promise<StepResponse>;
}

export interface ConsentAsked {
  readonly found: Discovered;
  readonly scope: string | undefined;
  readonly dpop: DpopSession | undefined;
  readonly redirectUri: string;
  readonly clientName: string;
  /** Clients that were registered before, by their issuer and redirect. */
  readonly clients: Map<string, OAuthClientInformationMixed>;
  readonly redirect: (url: string, about: Redirect) => Promise<string | undefined>;
}

/** Ask a person, and exchange what they consent to for tokens. */
export async function consentTokens(
  asked: ConsentAsked,
  tools: Tools,
): Promise<{ readonly tokens: OAuthTokens; readonly client: OAuthClientInformationMixed } | Failure> {
  const { found, scope, dpop, redirectUri, clients, clientName } = asked;
  const { settings, lib, exchanges, masker } = tools;
  const { metadata } = found;
  if (found.withoutConsent) return new Failure('server-metadata', 'authorization_endpoint: absent');
  const methods = metadata?.code_challenge_methods_supported;
  // That they must be named came with 2025-11-25.
  if (methods ? !methods.includes('S256') : metadata !== undefined && found.namesPkce)
    return new Failure('no-pkce', `code_challenge_methods_supported: ${methods?.join(', ') ?? 'absent'}`);
  const client = await clientFor(found, scope, { settings, redirectUri, clients, clientName }, lib, exchanges, masker);
  if (client instanceof Failure) return client;
  const request = await consentRequest(found, client, scope, redirectUri, settings.parameters ?? [], lib);
  if (request instanceof Failure) return request;
  masker.hide('code_verifier', request.verifier);
  exchanges.tell([{ k: 'connection', event: 'authorization', reason: 'redirect', detail: request.url }]);
  const callback = await asked.redirect(request.url, {
    redirectUri,
    state: request.state,
    fetch: (url, step) => exchanges.perform('authorization', url, step),
  });
  if (callback === undefined) return new Failure('cancelled', '');
  const consent = consentIn(callback, request, found, lib, masker);
  if (consent instanceof Failure) return consent;
  const fetchFn = exchanges.begin('token');
  try {
    const tokens = await lib.exchangeAuthorization(found.server, {
      ...tokenClient(client, settings, found, lib),
      authorizationCode: consent.code,
      ...(consent.iss === undefined ? {} : { iss: consent.iss }),
      codeVerifier: request.verifier,
      redirectUri,
      ...(found.resource === undefined ? {} : { resource: found.resource }),
      ...(dpop ? { dpop } : {}),
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
