/** Whether what is meant for one address may be sent to another one. */

/**
 * True when `to` is the same server as `from`: the same origin, or HTTPS in place of HTTP at the same host and port (or the usual
 * one of each). Everything else may be somebody else's, and so may another port of this machine. Two addresses that cannot be
 * parsed are never the same server.
 */
export function isSameServer(from: string, to: string): boolean {
  if (!URL.canParse(from) || !URL.canParse(to)) return false;
  const [one, other] = [new URL(from), new URL(to)];
  if (one.origin !== 'null' && one.origin === other.origin) return true;
  // A port that is the usual one of its scheme is empty.
  return one.protocol === 'http:' && other.protocol === 'https:' && one.host === other.host;
}
