/**
 * Who grants access to a server (2026-07-28 basic/authorization/authorization-server-discovery; 2025-03-26
 * basic/authorization#server-metadata-discovery for servers without resource metadata).
 */
import { defined, errorText } from '#shared/base';
import { parsedObject } from '#shared/jsonrpc';
import { parametersOf, type Asked } from './challenge.ts';
import type { LibraryFetch, Tools } from './exchanges.ts';
import { Failure } from './failure.ts';
import type { AuthorizationServerMetadata } from './library.ts';
import type { AuthorizationSettings } from './settings.ts';

export interface Discovered {
  /** The authorization server's address, as the resource metadata write it, or the root of the server itself. */
  readonly server: string;
  readonly issuer: string;
  /** Absent for a server of 2025-03-26 without any: its endpoints are at the default paths. */
  readonly metadata?: AuthorizationServerMetadata;
  /** The metadata name no authorization endpoint: nobody can be asked for consent (RFC 8414, section 2). */
  readonly withoutConsent: boolean;
  /** The `resource` parameter (RFC 8707); absent when the server does not say what it is. */
  readonly resource?: string;
  /** Scopes to ask for: those of the challenge, else those of the resource metadata. */
  readonly scope?: string;
  /** The server takes only tokens that are bound to a key (RFC 9728, `dpop_bound_access_tokens_required`). */
  readonly boundTokens: boolean;
  /** The server has to name PKCE with S256 (2025-11-25 and later). */
  readonly namesPkce: boolean;
  /** Nothing says that there is an authorization server at all; the default paths are a guess. */
  readonly guessed: boolean;
}

/** Find the authorization server of the server that asks; what a person set goes before what is found. */
export async function discover(asked: Asked, tools: Tools): Promise<Discovered | Failure> {
  const { settings } = tools;
  const { scope, resourceMetadataUrl } = parametersOf(asked, tools.lib);
  const protectedBy = await resourceOf(asked.url, resourceMetadataUrl, tools);
  if (protectedBy instanceof Failure) return protectedBy;
  const server = settings.issuer ?? protectedBy?.servers[0] ?? new URL('/', asked.url).href;
  const named = settings.issuer !== undefined || protectedBy !== undefined;
  const published = await metadataOf(server, named, tools);
  if (published instanceof Failure) return published;
  const metadata = withEndpoints(server, published?.metadata, settings);
  const { authorizationEndpoint } = settings;
  return {
    server,
    issuer: metadata?.issuer ?? server,
    ...defined({ metadata, resource: protectedBy?.resource, scope: scope ?? protectedBy?.scope }),
    withoutConsent:
      metadata !== undefined && published?.withoutConsent !== false && authorizationEndpoint === undefined,
    boundTokens: protectedBy?.boundTokens ?? false,
    // A server without resource metadata is one of 2025-03-26, and whoever gives endpoints by hand knows what they do.
    namesPkce: protectedBy !== undefined && authorizationEndpoint === undefined,
    guessed: !named && !metadata,
  };
}

/** The resource metadata (RFC 9728): where the challenge says, then at the well-known addresses; undefined when there are none. */
async function resourceOf(url: string, named: URL | undefined, { lib, exchanges }: Tools) {
  for (const place of named ? [named, undefined] : [undefined]) {
    const fetchFn = exchanges.begin('resource-metadata');
    try {
      const options = place ? { resourceMetadataUrl: place.href } : {};
      const metadata = await lib.discoverOAuthProtectedResourceMetadata(url, options, fetchFn);
      const { resource, authorization_servers: servers = [], scopes_supported: scopes = [] } = metadata;
      const requestedResource = lib.resourceUrlFromServerUrl(url);
      if (!lib.checkResourceAllowed({ requestedResource, configuredResource: resource }))
        return new Failure('resource-mismatch', `${resource} is not ${requestedResource.href}`);
      return {
        resource,
        // Without a list the server grants access itself.
        servers: servers.length > 0 ? servers : [new URL('/', url).href],
        scope: scopes.length === 0 ? undefined : scopes.join(' '),
        boundTokens:
          (metadata as { dpop_bound_access_tokens_required?: unknown }).dpop_bound_access_tokens_required === true,
      };
    } catch (error) {
      // A page for people at a guessed address is a server's answer to any address.
      if (place === undefined && exchanges.answeredPage) return undefined;
      // What is not there may be elsewhere; what is there and cannot be read is the server's fault.
      const last = exchanges.answers.at(-1) ?? 404;
      if (last < 300 || last >= 500) return new Failure('resource-metadata', errorText(error));
      const { lost } = exchanges;
      if (lost && (place === undefined || lost.code === 'out-of-reach')) return lost;
    }
  }
  return undefined;
}

/** The authorization server's metadata (RFC 8414, then OpenID Connect), issuer checked. `named` requires it, unless endpoints are given. */
async function metadataOf(server: string, named: boolean, { settings: { tokenEndpoint }, lib, exchanges }: Tools) {
  const fetchFn = exchanges.begin('server-metadata');
  let withoutConsent = false;
  const lenient: LibraryFetch = async (url, init) => {
    const response = await fetchFn(url, init);
    const completed = await withPlaceholder(response);
    if (completed) withoutConsent = true;
    return completed ?? response;
  };
  try {
    const metadata = await lib.discoverAuthorizationServerMetadata(server, { fetchFn: lenient as typeof fetchFn });
    if (metadata) return { metadata, withoutConsent };
    if (tokenEndpoint !== undefined) return undefined;
    return exchanges.lost ?? (named ? new Failure('no-server-metadata', server) : undefined);
  } catch (error) {
    if (error instanceof lib.IssuerMismatchError) return new Failure('metadata-issuer', errorText(error));
    if (tokenEndpoint !== undefined || (!named && exchanges.answeredPage)) return undefined;
    return exchanges.lost ?? new Failure('server-metadata', errorText(error));
  }
}

/** The library requires an authorization endpoint, which some grants lack: metadata with an unused placeholder. Undefined otherwise. */
async function withPlaceholder(response: Response): Promise<Response | undefined> {
  const metadata = response.status === 200 ? parsedObject(await response.clone().text()) : undefined;
  if (!metadata || !('token_endpoint' in metadata) || 'authorization_endpoint' in metadata) return undefined;
  const completed = { response_types_supported: [], ...metadata, authorization_endpoint: 'https://none.invalid/' };
  return new Response(JSON.stringify(completed), { status: 200, headers: [['Content-Type', 'application/json']] });
}

/** The metadata with the endpoints that a person gave in place of those that are named or lacking. */
function withEndpoints(
  server: string,
  found: AuthorizationServerMetadata | undefined,
  { authorizationEndpoint, tokenEndpoint, registrationEndpoint }: AuthorizationSettings,
): AuthorizationServerMetadata | undefined {
  if (authorizationEndpoint === undefined && tokenEndpoint === undefined && registrationEndpoint === undefined)
    return found;
  const at = (path: string): string => new URL(path, server).href;
  const base = found ?? {
    issuer: server,
    authorization_endpoint: at('/authorize'),
    token_endpoint: at('/token'),
    response_types_supported: ['code'],
  };
  return {
    ...base,
    ...defined({
      authorization_endpoint: authorizationEndpoint,
      token_endpoint: tokenEndpoint,
      registration_endpoint: registrationEndpoint,
    }),
  };
}
