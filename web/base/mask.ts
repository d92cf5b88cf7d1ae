/**
 * Hides secrets of HTTP headers and addresses on the screen. Only what is shown is masked: recordings stay exact. The
 * length of a secret is hidden too, and equal secrets look equal only where nothing of them is shown.
 */
import { isPlaceholder, isSecretHeaderName, isSecretQueryName } from '#shared/redact/names';

const MASK = '••••••';

const SCHEME = /^(?:Basic|Bearer|Digest|Negotiate) /i;

export const isSecretHeader = (name: string, value = ''): boolean => isSecretHeaderName(name) && !isPlaceholder(value);

/** A session id of which enough is left to tell two apart: the first four characters, when it is long enough. */
export const maskSessionId = (id: string): string => (id.length >= 12 ? `${id.slice(0, 4)}${MASK}` : MASK);

/** A header's value as it may be shown. Values of headers that hold no secret come back as they are. */
export function maskHeader(name: string, value: string): string {
  const lower = name.toLowerCase();
  if (!isSecretHeader(name, value)) return lower === 'location' || lower === 'referer' ? maskUrl(value) : value;
  if (lower === 'mcp-session-id') return maskSessionId(value);
  if (lower === 'cookie') return value.replace(/([^=;\s]+)=([^;]*)/g, `$1=${MASK}`);
  if (lower === 'set-cookie') return value.replace(/^([^=;]*=)[^;]*/, `$1${MASK}`);
  return `${SCHEME.exec(value)?.[0] ?? ''}${MASK}`;
}

function secretName(pair: string): string | undefined {
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals));
  return equals >= 0 && isSecretQueryName(decoded(name)) ? name : undefined;
}

const PASSWORD = /(:\/\/[^/@:]*:)[^/@]*@/;

/** An address with secret query values and the password hidden, changed nowhere else. Takes any string. */
export function maskUrl(url: string): string {
  const [, path = '', query, rest = ''] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(url) ?? [];
  const masked = path.replace(PASSWORD, `$1${MASK}@`);
  if (query === undefined) return masked + rest;
  const pairs = query.split('&').map((pair) => {
    const name = secretName(pair);
    return name === undefined ? pair : `${name}=${MASK}`;
  });
  return `${masked}?${pairs.join('&')}${rest}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
