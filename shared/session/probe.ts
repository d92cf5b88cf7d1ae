/** The version probe: the `server/discover` that the client sends by itself to find out whether a server needs a handshake. */
import { isObject } from '#shared/jsonrpc';
import { PER_REQUEST_ERRORS } from '#shared/mcp';
import type { Author } from '#shared/recording';
import type { Outcome } from './step-note.ts';

interface Asked {
  readonly by?: Author | undefined;
  readonly method?: string | undefined;
}

export const isProbe = ({ by, method }: Asked): boolean => by === 'auto' && method === 'server/discover';

/** True when an answer to the probe is what a server that needs a handshake gives: any error of its own. */
export function needsHandshake(outcome: Outcome | undefined, error: unknown): boolean {
  return outcome === 'error' && !PER_REQUEST_ERRORS.includes(isObject(error) ? error['code'] : undefined);
}

/** True when an HTTP status refuses the probe as such a server does; 401 and 403 say nothing of versions, nor does a broken server. */
export const refusesProbe = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 403;

/** True when the probe ended in a way that is nothing wrong: refused, or without an answer in its time. */
export function probeTold(asked: Asked, outcome: Outcome, error: unknown, status: number | undefined): boolean {
  if (!isProbe(asked)) return false;
  if (outcome === 'no-answer') return status !== undefined && (refusesProbe(status) || (status >= 200 && status < 300));
  return outcome === 'timeout' || needsHandshake(outcome, error);
}
