/**
 * The secrets of registered OAuth clients: kept until the relay ends (without one as long as this tab lives), by server and
 * client, and never stored with a server or a session.
 */
import type { ConnectSpec } from '#shared/relay-protocol';
import { values } from './values.svelte.ts';

const PREFIX = 'client-secret ';

const keyOf = (url: string, clientId: string): string => `${PREFIX}${url} ${clientId}`;

/** Keep the secret that a connection names. */
export function keepClientSecret(spec: ConnectSpec): void {
  if (spec.transport === 'stdio') return;
  const { clientId, clientSecret } = spec.authorization ?? {};
  if (clientId !== undefined && clientSecret !== undefined)
    void values.put({ [keyOf(spec.url, clientId)]: clientSecret }, false);
}

/** The connection as it may be stored. */
export function withoutClientSecret<Spec extends ConnectSpec>(spec: Spec): Spec {
  if (spec.transport === 'stdio' || spec.authorization?.clientSecret === undefined) return spec;
  const { clientSecret: _secret, ...authorization } = spec.authorization;
  return { ...spec, authorization };
}

/** The connection with the secret that was given for its client here. */
export function withClientSecret<Spec extends ConnectSpec>(spec: Spec): Spec {
  if (spec.transport === 'stdio' || !spec.authorization) return spec;
  const { clientId, clientSecret } = spec.authorization;
  if (clientId === undefined || clientSecret !== undefined) return spec;
  const kept = values.get(keyOf(spec.url, clientId));
  return kept === undefined ? spec : { ...spec, authorization: { ...spec.authorization, clientSecret: kept } };
}
