/** Whether what is meant for one address may be sent to another one. */

/**
 * True when `to` is the same server as `from`: the same origin, or the same host name over HTTPS in place of HTTP. Everything
 * else may be somebody else's. Two addresses that cannot be parsed are never the same server.
 */
export function isSameServer(from: string, to: string): boolean {
  if (!URL.canParse(from) || !URL.canParse(to)) return false;
  const [one, other] = [new URL(from), new URL(to)];
  if (one.origin !== 'null' && one.origin === other.origin) return true;
  return one.protocol === 'http:' && other.protocol === 'https:' && one.hostname === other.hostname;
}
