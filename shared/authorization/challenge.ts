/** What a refusal says about authorization (RFC 6750 section 3, RFC 9728 section 5.1). */
import type { Challenge } from '#shared/driver';
import type { Library } from './library.ts';

export interface Asked {
  /** The server's URL. */
  readonly url: string;
  /** `insufficient`: the token is good, its scopes are not enough. */
  readonly kind: 'unauthorized' | 'insufficient';
  /** The Bearer challenge; absent when the server sent none, or a browser hides it from the page (CORS). */
  readonly bearer?: string;
}

/**
 * Reads a refusal; undefined when nothing can be done about it. A 401 without any challenge is tried all the same: the
 * servers of 2025-03-26 need not send one, and pages do not see it unless the server exposes the header.
 */
export function askedBy({ url, status, headers }: Challenge): Asked | undefined {
  const challenges = headers.filter(([name]) => name.toLowerCase() === 'www-authenticate').map(([, value]) => value);
  const bearer = /(?:^|,\s*)(Bearer(?:\s.*)?)$/is.exec(challenges.join(', '))?.[1];
  if (status === 401)
    return bearer !== undefined || challenges.length === 0
      ? { url, kind: 'unauthorized', ...(bearer === undefined ? {} : { bearer }) }
      : undefined;
  const insufficient = status === 403 && bearer !== undefined && /\berror\s*=\s*"?insufficient_scope\b/i.test(bearer);
  return insufficient ? { url, kind: 'insufficient', bearer } : undefined;
}

/** The parameters of a Bearer challenge. */
export function parametersOf(
  { bearer }: Asked,
  { extractWWWAuthenticateParams }: Library,
): { readonly scope?: string; readonly resourceMetadataUrl?: URL } {
  if (bearer === undefined) return {};
  const response = new Response(null, { status: 401, headers: [['WWW-Authenticate', bearer]] });
  const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response as never);
  return {
    ...(scope === undefined ? {} : { scope }),
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: resourceMetadataUrl as URL }),
  };
}
