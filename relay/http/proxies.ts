/** By which proxy an address is reached: that of the connection, or the one that the environment names. */
import { isUrl } from '#shared/base';
import { networkOfHost } from '#shared/authorization';
import type { Via } from '#shared/recording';
import { bareProxy, type NetworkSettings } from '#shared/relay-protocol';
import { NetworkFailure } from './failure.ts';
import { isExempt } from './no-proxy.ts';

export interface Proxy {
  /** With user name and password, where it needs them. */
  readonly url: URL;
  readonly host: string;
  /** The variable of the environment that names it, or `setting`. */
  readonly from: string;
}

export type Environment = { readonly [name: string]: string | undefined };

/**
 * The proxy for `url`; undefined when the connection goes there directly. A proxy of the environment is not used for servers on this
 * computer, nor for those that `NO_PROXY` names. Throws a `NetworkFailure` when what is named is no proxy that can be used.
 */
export function proxyFor(url: URL, settings: NetworkSettings, env: Environment): Proxy | undefined {
  if (settings.noProxy) return undefined;
  if (settings.proxy !== undefined) return proxyAt(settings.proxy, 'setting');
  if (networkOfHost(url.hostname) === 'loopback') return undefined;
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const named = firstSet(env, `${scheme}_proxy`) ?? firstSet(env, 'all_proxy');
  if (!named || isExempt(url, firstSet(env, 'no_proxy')?.value ?? '')) return undefined;
  return proxyAt(named.value, named.name);
}

/** A proxy as the recording names it, without name and password. */
export const viaOf = (proxy: Proxy | undefined): Via => (proxy ? { proxy: proxy.host, proxyFrom: proxy.from } : {});

/** The `Proxy-Authorization` for a proxy whose address has name or password (RFC 7617); undefined without. */
export function proxyCredentials({ url: { username, password } }: Proxy): string | undefined {
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

/** The variable in lower case precedes the one in upper case; an empty one is not set. */
function firstSet(env: Environment, name: string): { readonly name: string; readonly value: string } | undefined {
  for (const each of [name, name.toUpperCase()]) {
    const value = env[each]?.trim();
    if (value) return { name: each, value };
  }
  return undefined;
}

function proxyAt(text: string, from: string): Proxy {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const shown = `${bareProxy(text)} (${from})`;
  if (!isUrl(whole)) throw new NetworkFailure('proxy-invalid', `not an address: ${shown}`);
  const url = new URL(whole);
  if (!['http:', 'https:'].includes(url.protocol) || url.hostname === '')
    throw new NetworkFailure('proxy-invalid', `neither http:// nor https://: ${shown}`);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return { url, host: `${url.hostname}:${port}`, from };
}

/** A `%` that escapes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
