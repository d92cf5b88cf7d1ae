/** Secrets given for getting authorized, by server and client: kept until the relay (or the tab) ends, never stored. */
import { SECRET_SETTINGS, type AuthorizationSettings, type SecretSetting } from '#shared/authorization';
import type { ConnectSpec } from '#shared/relay-protocol';
import { values } from '../base/values.svelte.ts';

const PREFIX = 'authorization-secret';

const keyOf = (name: SecretSetting, url: string, { clientId = '' }: AuthorizationSettings): string =>
  `${PREFIX} ${name} ${url} ${clientId}`;

export function keepAuthorizationSecrets(spec: ConnectSpec): void {
  if (spec.transport === 'stdio' || !spec.authorization) return;
  const { url, authorization } = spec;
  for (const name of SECRET_SETTINGS) {
    const secret = authorization[name];
    if (secret !== undefined) void values.put({ [keyOf(name, url, authorization)]: secret }, false);
  }
}

export function withoutAuthorizationSecrets<Spec extends ConnectSpec>(spec: Spec): Spec {
  if (spec.transport === 'stdio' || !spec.authorization) return spec;
  const secret: readonly string[] = SECRET_SETTINGS;
  const kept = Object.entries(spec.authorization).filter(([name]) => !secret.includes(name));
  return { ...spec, authorization: Object.fromEntries(kept) };
}

/** The connection with the secrets that were given for it here, as far as its settings use them. */
export function withAuthorizationSecrets<Spec extends ConnectSpec>(spec: Spec): Spec {
  if (spec.transport === 'stdio' || !spec.authorization) return spec;
  const { url, authorization } = spec;
  const kept = SECRET_SETTINGS.filter((name) => authorization[name] === undefined && uses(authorization, name))
    .map((name) => [name, values.get(keyOf(name, url, authorization))] as const)
    .filter(([, secret]) => secret !== undefined);
  return kept.length === 0 ? spec : { ...spec, authorization: { ...authorization, ...Object.fromEntries(kept) } };
}

function uses({ grant, clientId, clientAuth }: AuthorizationSettings, name: SecretSetting): boolean {
  switch (name) {
    case 'clientSecret':
      return clientId !== undefined && clientAuth !== 'private_key_jwt';
    case 'privateKey':
      return clientAuth === 'private_key_jwt';
    case 'assertion':
      return grant === 'jwt-bearer';
    case 'idToken':
    case 'idpClientSecret':
      return grant === 'enterprise';
  }
}
