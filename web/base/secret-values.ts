/** A connection's secret values, taken out of it for keeping elsewhere and put back: those of variables, headers and its network. */
import { defined } from '#shared/base';
import { isObject, parsedJson } from '#shared/jsonrpc';
import { bareProxy, type ConnectSpec, type HttpSpec, type NetworkSettings } from '#shared/relay-protocol';

export function namesOnly<Spec extends ConnectSpec>(spec: Spec): Spec {
  if (spec.transport === 'stdio')
    return { ...spec, env: Object.fromEntries(Object.keys(spec.env).map((name) => [name, ''])) };
  const { network } = spec;
  return {
    ...spec,
    headers: spec.headers.map(([name]) => [name, '']),
    ...(network ? { network: withoutSecrets(network) } : {}),
  };
}

/** The values as one text; undefined when there is nothing to hide. */
export function valuesOf(spec: ConnectSpec): string | undefined {
  if (spec.transport === 'stdio')
    return Object.values(spec.env).every((value) => value === '') ? undefined : JSON.stringify({ env: spec.env });
  const network = secretsOf(spec);
  if (!network && spec.headers.every(([, value]) => value === '')) return undefined;
  return JSON.stringify({ headers: spec.headers, ...(network ? { network } : {}) });
}

/** The connection with the values in `text` that belong to its names; the others stay as they are. */
export function withValues<Spec extends ConnectSpec>(spec: Spec, text: string | undefined): Spec {
  const kept: unknown = text === undefined ? undefined : parsedJson(text);
  if (!isObject(kept)) return spec;
  if (spec.transport === 'stdio') {
    const { env } = kept;
    if (!isObject(env)) return spec;
    const entries = Object.entries(spec.env);
    return { ...spec, env: Object.fromEntries(entries.map(([name, value]) => [name, textOr(env[name], value)])) };
  }
  const { headers, network } = kept;
  return {
    ...spec,
    ...(Array.isArray(headers)
      ? {
          headers: spec.headers.map(([name, value], at) => {
            const pair: unknown = headers[at];
            return [name, Array.isArray(pair) && pair[0] === name ? textOr(pair[1], value) : value];
          }),
        }
      : {}),
    ...(spec.network && isObject(network) ? { network: withSecrets(spec.network, network) } : {}),
  };
}

/** The passphrase and the name and password for a proxy are secrets; paths of files are not. */
function withoutSecrets({ passphrase: _passphrase, ...network }: NetworkSettings): NetworkSettings {
  return network.proxy === undefined ? network : { ...network, proxy: bareProxy(network.proxy) };
}

function secretsOf({ network }: HttpSpec): { readonly [name: string]: string } | undefined {
  const { passphrase, proxy } = network ?? {};
  const secrets = defined({ passphrase, proxy: proxy === undefined || bareProxy(proxy) === proxy ? undefined : proxy });
  return Object.keys(secrets).length === 0 ? undefined : secrets;
}

function withSecrets(
  network: NetworkSettings,
  { passphrase, proxy }: { readonly [name: string]: unknown },
): NetworkSettings {
  return {
    ...network,
    ...(typeof passphrase === 'string' && network.cert !== undefined ? { passphrase } : {}),
    ...(typeof proxy === 'string' && bareProxy(proxy) === network.proxy ? { proxy } : {}),
  };
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
