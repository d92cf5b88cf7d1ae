/**
 * Grants that no person consents to: client credentials (OAuth 2.1 section 4.2), a token of another issuer (RFC 7523 section
 * 2.1), and enterprise-managed authorization, where an identity provider gives an assertion for the authorization server
 * (RFC 8693, ID-JAG) that is then handed in.
 */
import { defined, errorText } from '#shared/base';
import { tokenClient } from './client-auth.ts';
import type { Discovered } from './discover.ts';
import type { DpopSession } from './dpop.ts';
import type { Tools } from './exchanges.ts';
import { Failure } from './failure.ts';
import type { OAuthClientInformationMixed, OAuthTokens } from './library.ts';
import type { AuthorizationSettings, GrantKind } from './settings.ts';

export type ServiceGrant = Exclude<GrantKind, 'authorization-code'>;

export interface ServiceRequest {
  readonly kind: ServiceGrant;
  readonly found: Discovered;
  /** The server's URL, where nothing says what the resource is called. */
  readonly url: string;
  readonly scope: string | undefined;
  readonly dpop: DpopSession | undefined;
}

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The client of these grants: the one that was registered beforehand; undefined when the assertion alone is handed in. */
export function serviceClient({
  clientId,
  clientSecret,
}: AuthorizationSettings): OAuthClientInformationMixed | undefined {
  if (clientId === undefined) return undefined;
  return { client_id: clientId, ...defined({ client_secret: clientSecret }) };
}

export async function serviceTokens(request: ServiceRequest, tools: Tools): Promise<OAuthTokens | Failure> {
  const { kind, found, scope, dpop } = request;
  const { settings, lib, exchanges } = tools;
  const client = serviceClient(settings);
  const lacking = lackingFor(kind, settings);
  if (lacking !== undefined) return new Failure('incomplete', lacking);
  const form = await formOf(request, tools);
  if (form instanceof Failure) return form;
  const at = client && tokenClient(client, found, tools);
  const metadata = at?.metadata ?? found.metadata;
  const fetchFn = exchanges.begin('token');
  const none = (): never => {
    throw new Error('this grant has no redirect');
  };
  try {
    return await lib.fetchToken(
      {
        redirectUrl: undefined,
        clientMetadata: { redirect_uris: [] },
        clientInformation: () => at?.clientInformation as never,
        tokens: () => undefined,
        saveTokens: none,
        redirectToAuthorization: none,
        saveCodeVerifier: none,
        codeVerifier: none,
        prepareTokenRequest: () => form as never,
        ...defined({ addClientAuthentication: at?.addClientAuthentication, dpop: dpop && (() => dpop) }),
      },
      found.server,
      {
        ...defined({ metadata, resource: found.resource as never, scope }),
        fetchFn: fetchFn as never,
      },
    );
  } catch (error) {
    return tokenFailure(error, tools);
  }
}

export function tokenFailure(error: unknown, { exchanges, settings, lib }: Tools): Failure {
  if (exchanges.lost) return exchanges.lost;
  // Nothing was sent, so it is the key that can't be used.
  const unsent = exchanges.answers.length === 0 && !(error instanceof lib.InsecureTokenEndpointError);
  return new Failure(unsent && settings.privateKey !== undefined ? 'client-key' : 'token-refused', errorText(error));
}

/** Settings that the grant can't do without and that are not there, as they are called on the command line. */
function lackingFor(kind: ServiceGrant, settings: AuthorizationSettings): string | undefined {
  const { clientId, clientSecret, privateKey, assertion, idToken, idpIssuer, idpTokenEndpoint, idpClientId } = settings;
  const needed: readonly (readonly [name: string, there: boolean])[] =
    kind === 'jwt-bearer'
      ? [['assertion', assertion !== undefined]]
      : kind === 'client-credentials'
        ? [
            ['client id', clientId !== undefined],
            ['client secret or private key', clientSecret !== undefined || privateKey !== undefined],
          ]
        : [
            ['client id', clientId !== undefined],
            ['ID token', idToken !== undefined],
            ['client id at the identity provider', idpClientId !== undefined],
            ['issuer or token endpoint of the identity provider', (idpIssuer ?? idpTokenEndpoint) !== undefined],
          ];
  const missing = needed.filter(([, there]) => !there).map(([name]) => name);
  return missing.length === 0 ? undefined : missing.join(', ');
}

/** The form of the token request, without what the library adds. */
async function formOf(request: ServiceRequest, tools: Tools): Promise<URLSearchParams | Failure> {
  const { kind, scope } = request;
  const { parameters = [], assertion = '' } = tools.settings;
  const form = new URLSearchParams();
  if (kind === 'client-credentials') form.set('grant_type', 'client_credentials');
  else {
    const grant = kind === 'jwt-bearer' ? assertion : await identityGrant(request, tools);
    if (grant instanceof Failure) return grant;
    tools.masker.hide('assertion', grant);
    form.set('grant_type', JWT_BEARER);
    form.set('assertion', grant);
  }
  if (scope !== undefined) form.set('scope', scope);
  for (const [name, value] of parameters) form.set(name, value);
  return form;
}

/** The identity provider's assertion for the authorization server, in exchange for the person's ID token (RFC 8693). */
async function identityGrant({ found, url, scope }: ServiceRequest, tools: Tools): Promise<string | Failure> {
  const { settings, lib, exchanges } = tools;
  const { idToken = '', idpIssuer = '', idpTokenEndpoint, idpClientId = '', idpClientSecret } = settings;
  const asked = {
    audience: found.issuer,
    resource: found.resource ?? lib.resourceUrlFromServerUrl(url).href,
    idToken,
    clientId: idpClientId,
    ...defined({ clientSecret: idpClientSecret, scope }),
  };
  try {
    let tokenEndpoint = idpTokenEndpoint;
    if (tokenEndpoint === undefined) {
      const fetchFn = exchanges.begin('server-metadata');
      const metadata = await lib.discoverAuthorizationServerMetadata(idpIssuer, { fetchFn: fetchFn as never });
      tokenEndpoint = metadata?.token_endpoint;
      if (tokenEndpoint === undefined)
        return exchanges.lost ?? new Failure('identity-provider', `${idpIssuer} publishes no metadata`);
    }
    const fetchFn = exchanges.begin('token-exchange');
    return (await lib.requestJwtAuthorizationGrant({ ...asked, tokenEndpoint, fetchFn: fetchFn as never }))
      .jwtAuthGrant;
  } catch (error) {
    return exchanges.lost ?? new Failure('identity-provider', errorText(error));
  }
}
