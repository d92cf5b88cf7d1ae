/** The part of a command line that says how to get to a server at a URL: by which proxy, and whom TLS trusts. */
import { defined } from '#shared/base';
import type { ConnectSpec, NetworkSettings } from '#shared/relay-protocol';
import { kebab, UnreadableFile, type Values } from '../base/index.ts';
import { failureOf } from '../http/index.ts';
import { routeTo } from '../connect/index.ts';

export const NETWORK = {
  'proxy URL': `send everything through this HTTP proxy (default: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY,
    for servers that are not on this computer)`,
  'no-proxy': 'use no proxy, even if the environment names one',
  'ca FILE': 'also trust the certificates in this PEM file; NODE_EXTRA_CA_CERTS works too',
  'cert FILE': 'client certificate in PEM, sent to this server only',
  'key FILE': 'its private key, if it is not in the same file',
  'key-passphrase-env V': 'name of the environment variable with the passphrase of the key',
  insecure: "accept any TLS certificate, except a proxy's: anyone in between can read and change everything",
} as const;

export type GivenNetwork = Partial<Values<typeof NETWORK>>;

const NAMES = ['proxy', 'noProxy', 'ca', 'cert', 'key', 'keyPassphraseEnv', 'insecure'] as const;

export function networkOf(values: GivenNetwork): GivenNetwork {
  return Object.fromEntries(NAMES.filter((name) => values[name]).map((name) => [name, values[name]]));
}

/** The connection with these settings, or what is wrong with them; the files are read. Throws `UnreadableFile`. */
export function withNetwork(spec: ConnectSpec, given: GivenNetwork, env: NodeJS.ProcessEnv): ConnectSpec | string {
  const settings = networkSettings(given, env);
  if (typeof settings === 'string') return settings;
  if (spec.transport === 'stdio') {
    const [option] = Object.keys(networkOf(given));
    return option === undefined ? spec : `--${kebab(option)} needs a server with a URL`;
  }
  const network = { ...spec.network, ...settings };
  const whole = Object.keys(network).length === 0 ? spec : { ...spec, network };
  try {
    const road = routeTo(whole);
    if (network.proxy !== undefined) road.proxyFor(new URL(spec.url));
    return whole;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    return failureOf(error).detail.replace(/\.$/, '');
  }
}

/** A warning that a person must see before anything is sent. */
export function networkWarning(spec: ConnectSpec): string | undefined {
  return spec.transport === 'streamable-http' && spec.network?.unverified
    ? 'WARNING: certificates are not verified (--insecure). Anyone between this computer and the server can read and change everything, including tokens.'
    : undefined;
}

export function networkSettings(given: GivenNetwork, env: NodeJS.ProcessEnv): NetworkSettings | string {
  const { proxy, noProxy, ca, cert, key, insecure, keyPassphraseEnv: variable } = given;
  if (noProxy && proxy !== undefined) return 'Use either --proxy or --no-proxy, not both';
  if (cert === undefined && (key !== undefined || variable !== undefined))
    return '--key and --key-passphrase-env need --cert';
  const passphrase = variable === undefined ? undefined : env[variable];
  if (variable !== undefined && passphrase === undefined) return `The environment variable “${variable}” is not set`;
  return {
    ...(noProxy ? { noProxy } : {}),
    ...defined({ proxy, ca, cert, key, passphrase }),
    ...(insecure ? { unverified: true } : {}),
  };
}
