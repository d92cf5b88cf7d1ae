/** The authorization code grant with PKCE (2026-07-28 basic/authorization#authorization-flow-steps): its address and its answer. */
import { defined, errorText } from '#shared/base';
import { Failure } from './failure.ts';
import type { Discovered } from './discover.ts';
import type { DpopSession } from './dpop.ts';
import type { StepRequest, StepResponse, Tools } from './exchanges.ts';
import type { OAuthClientInformationMixed } from './library.ts';

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

export interface ConsentRequest {
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
}

export async function consentRequest(
  { found, scope, redirectUri }: ConsentAsked,
  client: OAuthClientInformationMixed,
  { settings, lib }: Tools,
): Promise<ConsentRequest | Failure> {
  const state = randomWord();
  try {
    const { authorizationUrl, codeVerifier } = await lib.startAuthorization(found.server, {
      ...defined({ metadata: found.metadata, scope, resource: found.resource }),
      clientInformation: client,
      redirectUrl: redirectUri,
      state,
    });
    // What a person added replaces what the program has.
    for (const [name, value] of settings.parameters ?? []) authorizationUrl.searchParams.set(name, value);
    const { protocol, href } = authorizationUrl;
    // A person is going to open it.
    if (protocol !== 'https:' && protocol !== 'http:')
      return new Failure('server-metadata', `not a web address: ${href}`);
    return { url: href, state, verifier: codeVerifier };
  } catch (error) {
    return new Failure('server-metadata', errorText(error));
  }
}

export interface Consent {
  readonly code: string;
  readonly iss?: string;
}

/** Check the authorization response, address `callback`: first its issuer (RFC 9207 section 2.4), then its state, then the rest. */
export function consentIn(
  callback: string,
  asked: ConsentRequest,
  { metadata }: Discovered,
  { lib, masker }: Tools,
): Consent | Failure {
  const query = /\?([^#]*)/.exec(callback)?.[1] ?? callback;
  const parameters = new URLSearchParams(query.trim());
  if (parameters.get('state') !== asked.state)
    return new Failure('state-mismatch', 'the state in the answer is not the one that was sent');
  const iss = parameters.get('iss') ?? undefined;
  try {
    lib.validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
    });
  } catch (error) {
    return new Failure('response-issuer', errorText(error));
  }
  const error = parameters.get('error');
  if (error !== null) {
    const words = parameters.get('error_description');
    return new Failure('denied', words === null ? error : `${error}: ${words}`);
  }
  const code = parameters.get('code');
  if (code === null || code === '') return new Failure('no-code', 'the answer has neither a code nor an error');
  masker.hide('code', code);
  return { code, ...defined({ iss }) };
}

/** 128 random bits. */
function randomWord(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
