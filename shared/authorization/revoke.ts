/** Gives back what was granted (RFC 7009). */
import { errorText, isUrl } from '#shared/base';
import type { StepFetch } from './exchanges.ts';
import type { KeptGrant } from './grants.ts';
import { networkOfHost } from './networks.ts';

/** `none`: the authorization server has no place for it; the tokens are good until they end. */
export type Revoked =
  | { readonly outcome: 'revoked' | 'none' }
  | { readonly outcome: 'refused' | 'unreached'; readonly words: string };

/** Revoke the refresh token, which should end the access token too; without one, the access token. Never rejects. */
export async function revoke(grant: KeptGrant, fetch: StepFetch): Promise<Revoked> {
  const { revocationEndpoint: url, refresh, access, clientId, clientSecret, authMethod, authMethods = [] } = grant;
  if (url === undefined || !isUrl(url)) return { outcome: 'none' };
  const { protocol, hostname } = new URL(url);
  // What is given back must not be read on the way (RFC 7009, section 2).
  if (protocol !== 'https:' && networkOfHost(hostname) !== 'loopback')
    return { outcome: 'refused', words: `${url} is not https://` };
  const form: [string, string][] = [
    ['token', refresh ?? access],
    ['token_type_hint', refresh === undefined ? 'access_token' : 'refresh_token'],
  ];
  const headers: [string, string][] = [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Accept', 'application/json'],
  ];
  const inForm =
    authMethod === 'client_secret_post' || (authMethods.length > 0 && !authMethods.includes('client_secret_basic'));
  if (clientId !== undefined && clientSecret !== undefined && !inForm)
    headers.push([
      'Authorization',
      `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`,
    ]);
  else if (clientId !== undefined)
    form.push(
      ['client_id', clientId],
      ...(clientSecret === undefined ? [] : [['client_secret', clientSecret] as [string, string]]),
    );
  const body = form.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  try {
    const { status } = await fetch(url, { method: 'POST', headers, body, server: grant.resource });
    return status < 300 ? { outcome: 'revoked' } : { outcome: 'refused', words: `HTTP ${status}` };
  } catch (error) {
    return { outcome: 'unreached', words: errorText(error) };
  }
}
