/**
 * The secrets of registered OAuth clients: kept for as long as this tab lives, by server and client, and never stored
 * with a server or a session.
 */
import type { ConnectSpec } from '#shared/relay-protocol';

const PREFIX = 'lifeline-client-secret ';

const keyOf = (url: string, clientId: string): string => `${PREFIX}${url} ${clientId}`;

/** Keep the secret that a connection names, for as long as the tab lives. */
export function keepClientSecret(spec: ConnectSpec): void {
  if (spec.transport === 'stdio') return;
  const { clientId, clientSecret } = spec.authorization ?? {};
  if (clientId !== undefined && clientSecret !== undefined)
    sessionStorage.setItem(keyOf(spec.url, clientId), clientSecret);
}

/** The connection as it may be stored. */
export function withoutClientSecret<Spec extends ConnectSpec>(spec: Spec): Spec {
  if (spec.transport === 'stdio' || spec.authorization?.clientSecret === undefined) return spec;
  const { clientSecret: _secret, ...authorization } = spec.authorization;
  return { ...spec, authorization };
}

/** The connection with the secret that was given for its client in this tab. */
export function withClientSecret<Spec extends ConnectSpec>(spec: Spec): Spec {
  if (spec.transport === 'stdio' || !spec.authorization) return spec;
  const { clientId, clientSecret } = spec.authorization;
  if (clientId === undefined || clientSecret !== undefined) return spec;
  const kept = sessionStorage.getItem(keyOf(spec.url, clientId));
  return kept === null ? spec : { ...spec, authorization: { ...spec.authorization, clientSecret: kept } };
}
