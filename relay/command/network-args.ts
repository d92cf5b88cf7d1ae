/** The part of a command line that says how to get to a server at a URL: by which proxy, and whom TLS trusts. */
import { defined } from '#shared/base';
import type { ConnectSpec, NetworkSettings } from '#shared/relay-protocol';
import { failureOf } from '../http/index.ts';
import { roadTo } from '../connect/index.ts';

/** For `parseArgs`. */
export const NETWORK_OPTIONS = {
  proxy: { type: 'string' },
  'no-proxy': { type: 'boolean' },
  ca: { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  'key-passphrase-env': { type: 'string' },
  insecure: { type: 'boolean' },
} as const;

/** What the options mean, for the help of a command. */
export const NETWORK_HELP = `  --proxy URL            send everything through this HTTP proxy (default: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY,
                         for servers that are not on this computer)
  --no-proxy             use no proxy, even if the environment names one
  --ca FILE              also trust the certificates in this PEM file; NODE_EXTRA_CA_CERTS works too
  --cert FILE            client certificate in PEM, sent to this server only
  --key FILE             its private key, if it is not in the same file
  --key-passphrase-env V name of the environment variable with the passphrase of the key
  --insecure             accept any TLS certificate, except a proxy's: anyone in between can read and change everything
`;

/** Values of the options. `proxy` is false where `parseArgs` takes `--no-proxy` for its opposite. */
export interface GivenNetwork {
  readonly proxy?: string | boolean | undefined;
  readonly 'no-proxy'?: boolean | undefined;
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly 'key-passphrase-env'?: string | undefined;
  readonly insecure?: boolean | undefined;
}

/** Only these of all values. */
export function networkOf(values: GivenNetwork): GivenNetwork {
  const names = Object.keys(NETWORK_OPTIONS) as (keyof typeof NETWORK_OPTIONS)[];
  return Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
}

/** The connection with the settings of the command line, or a word on what is wrong with them; the files are looked into. */
export function withNetwork(spec: ConnectSpec, given: GivenNetwork, env: NodeJS.ProcessEnv): ConnectSpec | string {
  const settings = networkSettings(given, env);
  if (typeof settings === 'string') return settings;
  if (spec.transport === 'stdio') {
    const [option] = Object.keys(networkOf(given));
    return option === undefined
      ? spec
      : `--${option === 'proxy' && given.proxy === false ? 'no-proxy' : option} needs a server with a URL`;
  }
  const network = { ...spec.network, ...settings };
  const whole = Object.keys(network).length === 0 ? spec : { ...spec, network };
  try {
    const road = roadTo(whole);
    if (network.proxy !== undefined) road.proxyFor(new URL(spec.url));
    return whole;
  } catch (error) {
    return failureOf(error).detail.replace(/\.$/, '');
  }
}

/** What a person has to see before anything is sent; undefined when there is nothing. */
export function networkWarning(spec: ConnectSpec): string | undefined {
  return spec.transport === 'streamable-http' && spec.network?.unverified
    ? 'WARNING: certificates are not verified (--insecure). Anyone between this computer and the server can read and change everything, including tokens.'
    : undefined;
}

/** What the options say, or a word on what is wrong with them. */
export function networkSettings(given: GivenNetwork, env: NodeJS.ProcessEnv): NetworkSettings | string {
  const { proxy, ca, cert, key, insecure, 'key-passphrase-env': variable } = given;
  const noProxy = given['no-proxy'] === true || proxy === false;
  if (noProxy && typeof proxy === 'string') return 'Use either --proxy or --no-proxy, not both';
  if (cert === undefined && (key !== undefined || variable !== undefined))
    return '--key and --key-passphrase-env need --cert';
  const passphrase = variable === undefined ? undefined : env[variable];
  if (variable !== undefined && passphrase === undefined) return `The environment variable “${variable}” is not set`;
  return {
    ...(typeof proxy === 'string' ? { proxy } : {}),
    ...(noProxy ? { noProxy: true } : {}),
    ...defined({ ca, cert, key, passphrase }),
    ...(insecure ? { unverified: true } : {}),
  };
}
