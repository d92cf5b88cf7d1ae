/**
 * Who grants access to a server (2026-07-28 basic/authorization/authorization-server-discovery; 2025-03-26
 * basic/authorization#server-metadata-discovery for servers without resource metadata).
 */
import { parametersOf, type Asked } from './challenge.ts';
import type { Exchanges } from './exchanges.ts';
import { Failure, messageOf } from './failure.ts';
import type { AuthorizationServerMetadata, Library } from './library.ts';

export interface Discovered {
  /** The authorization server's address, as the resource metadata write it, or the root of the server itself. */
  readonly server: string;
  readonly issuer: string;
  /** Absent for a server of 2025-03-26 without any: its endpoints are at the default paths. */
  readonly metadata?: AuthorizationServerMetadata;
  /** The `resource` parameter (RFC 8707); absent when the server does not say what it is. */
  readonly resource?: string;
  /** Scopes to ask for: those of the challenge, else those of the resource metadata. */
  readonly scope?: string;
}

interface Resource {
  readonly resource: string;
  readonly server: string;
  readonly scope?: string;
}

/** Find the authorization server of the server that asks. */
export async function discover(asked: Asked, lib: Library, exchanges: Exchanges): Promise<Discovered | Failure> {
  const { scope, resourceMetadataUrl } = parametersOf(asked, lib);
  const protectedBy = await resourceOf(asked.url, resourceMetadataUrl, lib, exchanges);
  if (protectedBy instanceof Failure) return protectedBy;
  const server = protectedBy?.server ?? new URL('/', asked.url).href;
  const metadata = await metadataOf(server, protectedBy !== undefined, lib, exchanges);
  if (metadata instanceof Failure) return metadata;
  const wanted = scope ?? protectedBy?.scope;
  return {
    server,
    issuer: metadata?.issuer ?? server,
    ...(metadata ? { metadata } : {}),
    ...(protectedBy ? { resource: protectedBy.resource } : {}),
    ...(wanted === undefined ? {} : { scope: wanted }),
  };
}

/** The resource metadata (RFC 9728): where the challenge says, then at the well-known addresses; undefined when there are none. */
async function resourceOf(
  url: string,
  named: URL | undefined,
  lib: Library,
  exchanges: Exchanges,
): Promise<Resource | Failure | undefined> {
  for (const place of named ? [named, undefined] : [undefined]) {
    const fetchFn = exchanges.begin('resource-metadata');
    try {
      const options = place ? { resourceMetadataUrl: place.href } : {};
      const { resource, authorization_servers, scopes_supported } = await lib.discoverOAuthProtectedResourceMetadata(
        url,
        options,
        fetchFn,
      );
      const requestedResource = lib.resourceUrlFromServerUrl(url);
      if (!lib.checkResourceAllowed({ requestedResource, configuredResource: resource }))
        return new Failure('resource-mismatch', `${resource} is not ${requestedResource.href}`);
      const scope = scopes_supported?.join(' ') ?? '';
      // Without a list the server grants access itself.
      const server = authorization_servers?.[0] ?? new URL('/', url).href;
      return { resource, server, ...(scope === '' ? {} : { scope }) };
    } catch (error) {
      // What is not there may be elsewhere; what is there and cannot be read is the server's fault.
      const last = exchanges.answers.at(-1) ?? 404;
      if (last < 300 || last >= 500) return new Failure('resource-metadata', messageOf(error));
      const { lost } = exchanges;
      if (lost && (place === undefined || lost.code === 'out-of-reach')) return lost;
    }
  }
  return undefined;
}

/** The authorization server's metadata (RFC 8414, then OpenID Connect Discovery), checked for the issuer and for PKCE. */
async function metadataOf(
  server: string,
  required: boolean,
  lib: Library,
  exchanges: Exchanges,
): Promise<AuthorizationServerMetadata | Failure | undefined> {
  const fetchFn = exchanges.begin('server-metadata');
  try {
    const metadata = await lib.discoverAuthorizationServerMetadata(server, { fetchFn });
    if (exchanges.lost) return exchanges.lost;
    if (!metadata) return required ? new Failure('no-server-metadata', server) : undefined;
    const methods = metadata.code_challenge_methods_supported;
    // That they must be named came with 2025-11-25; a server without resource metadata is one of 2025-03-26.
    if (methods ? !methods.includes('S256') : required)
      return new Failure('no-pkce', `code_challenge_methods_supported: ${methods?.join(', ') ?? 'absent'}`);
    return metadata;
  } catch (error) {
    if (exchanges.lost) return exchanges.lost;
    if (error instanceof lib.IssuerMismatchError) return new Failure('metadata-issuer', messageOf(error));
    return new Failure('server-metadata', messageOf(error));
  }
}
