/** What a refusal says about authorization (RFC 6750 section 3, RFC 9449 section 7.1, RFC 9728 section 5.1). */
import { defined } from '#shared/base';
import type { Challenge } from '#shared/driver';
import { challengeIn } from '#shared/mcp';
import type { Library } from './library.ts';

export interface Asked {
  readonly url: string;
  /** `insufficient`: the token is good, its scopes are not enough. */
  readonly kind: 'unauthorized' | 'insufficient';
  /** The challenge for a token; absent when the server sent none, or a browser hides it from the page (CORS). */
  readonly challenge?: string;
  /** The server takes tokens that are bound to a key, and no others where `bearer` is absent (RFC 9449). */
  readonly dpop?: true;
  readonly bearer?: true;
  /** Nothing but a nonce in the proof is missing (RFC 9449, section 9). */
  readonly nonce?: true;
}

/** Reads a refusal; undefined when nothing can be done. A 401 without a challenge is tried: servers of 2025-03-26 need not send one. */
export function askedBy({ url, status, headers }: Challenge): Asked | undefined {
  const values = headers.filter(([name]) => name.toLowerCase() === 'www-authenticate').map(([, value]) => value);
  const all = challengesIn(values.join(', '));
  const of = (scheme: string): string | undefined => all.find((each) => schemeOf(each) === scheme);
  const [bearer, dpop] = [of('bearer'), of('dpop')];
  const challenge = [bearer, dpop].find((each) => each !== undefined && challengeIn(each).metadata !== undefined);
  const about = {
    url,
    ...defined({
      challenge: challenge ?? bearer ?? dpop,
      bearer: bearer === undefined ? undefined : (true as const),
      dpop: dpop === undefined ? undefined : (true as const),
    }),
  };
  if (status === 401) {
    if (about.challenge === undefined && values.length > 0) return undefined;
    const nonce = dpop !== undefined && hasError(dpop, 'use_dpop_nonce') ? { nonce: true as const } : {};
    return { ...about, kind: 'unauthorized', ...nonce };
  }
  const insufficient = [bearer, dpop].find((each) => each !== undefined && hasError(each, 'insufficient_scope'));
  return status === 403 && insufficient !== undefined
    ? { ...about, kind: 'insufficient', challenge: insufficient }
    : undefined;
}

const hasError = (challenge: string, error: string): boolean => challengeIn(challenge).error?.toLowerCase() === error;

const schemeOf = (challenge: string): string => (/^\S+/.exec(challenge)?.[0] ?? '').toLowerCase();

/** Every challenge of a header, as it is written there (RFC 9110, section 11.6.1). */
function challengesIn(value: string): readonly string[] {
  const found: string[] = [];
  // Between the commas that are not in quotes stands a parameter, or a scheme with its first one.
  for (const part of value.match(/(?:"(?:[^"\\]|\\.)*"|[^,"]|")+/g) ?? []) {
    const text = part.trim();
    if (/^[\w!#$%&'*+.^`|~-]+(?:\s+[^=\s].*)?$/s.test(text) || found.length === 0) found.push(text);
    else found.push(`${found.pop() ?? ''}, ${text}`);
  }
  return found;
}

export function parametersOf(
  { challenge }: Asked,
  { extractWWWAuthenticateParams }: Library,
): { readonly scope?: string; readonly resourceMetadataUrl?: URL } {
  if (challenge === undefined) return {};
  const response = new Response(null, { status: 401, headers: [['WWW-Authenticate', challenge]] });
  const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response as never);
  return defined({ scope, resourceMetadataUrl });
}
