/** Bodies of responses that are for people, or for OAuth, and no broken messages. */
import { decodeText } from '#shared/jsonrpc';
import { textOf, type Payload } from '#shared/recording';

/** Accepted, and refused for want of authorization, by a proxy too: OAuth's JSON in such a body is no message either. */
const FOR_OTHERS: readonly number[] = [202, 401, 403, 407];

/**
 * True for the body of a response that carries no message and need not: what comes with an HTTP error may be a JSON-RPC error, or
 * anything else (basic/transports#sending-messages-to-the-server).
 */
export function isPlainBody(status: number, payload: Payload): boolean {
  const forOthers = FOR_OTHERS.includes(status);
  if (status < 400 && !forOthers) return false;
  const { kind, faults } = decodeText(textOf(payload));
  return kind === 'malformed' || kind === 'invalid' || (forOthers && faults.includes('missing-jsonrpc'));
}
