/** Whether what is meant for one address may be sent to another one. */
import { isUrl } from '#shared/base';

/**
 * True when `to` is the same server as `from`: the same origin, or HTTPS in place of HTTP at the same host and port (or the usual
 * one of each). Everything else may be somebody else's, and so may another port of this machine. Two addresses that cannot be
 * parsed are never the same server.
 */
export function isSameServer(from: string, to: string): boolean {
  if (isSameOrigin(from, to)) return true;
  if (!isUrl(from) || !isUrl(to)) return false;
  const [one, other] = [new URL(from), new URL(to)];
  // A port that is the usual one of its scheme is empty.
  return one.protocol === 'http:' && other.protocol === 'https:' && one.host === other.host;
}

/** True when both addresses have one origin: what identifies a person at the one may go to the other. Addresses that can't be parsed have none. */
export function isSameOrigin(one: string, other: string): boolean {
  if (!isUrl(one) || !isUrl(other)) return false;
  const { origin } = new URL(one);
  return origin !== 'null' && origin === new URL(other).origin;
}
