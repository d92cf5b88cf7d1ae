/** The authorization code grant with PKCE (2026-07-28 basic/authorization#authorization-flow-steps): its address and its answer. */
import { errorText } from '#shared/base';
import { Failure } from './failure.ts';
import type { Discovered } from './discover.ts';
import type { Library, OAuthClientInformationMixed } from './library.ts';
import type { Masker } from './mask.ts';

export interface ConsentRequest {
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
}

/** Where to ask for consent. */
export async function consentRequest(
  found: Discovered,
  client: OAuthClientInformationMixed,
  scope: string | undefined,
  redirectUri: string,
  /** That a person added; they replace those of the program. */
  parameters: readonly (readonly [name: string, value: string])[],
  lib: Library,
): Promise<ConsentRequest | Failure> {
  const state = randomWord();
  try {
    const { authorizationUrl, codeVerifier } = await lib.startAuthorization(found.server, {
      ...(found.metadata ? { metadata: found.metadata } : {}),
      clientInformation: client,
      redirectUrl: redirectUri,
      ...(scope === undefined ? {} : { scope }),
      state,
      ...(found.resource === undefined ? {} : { resource: found.resource }),
    });
    for (const [name, value] of parameters) authorizationUrl.searchParams.set(name, value);
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
  lib: Library,
  masker: Masker,
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
  return { code, ...(iss === undefined ? {} : { iss }) };
}

/** 128 random bits. */
function randomWord(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
