/** What a message would break before it is sent. */
import type { Fold, SessionLog } from '#shared/session';
import type { Finding } from './finding.ts';
import type { FindingsState } from './state.ts';

/**
 * What the client would break with this text now, by a fold of the rules that the log follows. What only HTTP around it tells is left
 * out. Costs a copy of the fold's state. Never throws.
 */
export function brokenIfSent(log: SessionLog, fold: Fold<FindingsState>, raw: string): readonly Finding[] {
  const s = log.length;
  const before = log.follow(fold).found.length;
  const t = log.events.at(-1)?.t ?? 0;
  const { found } = log.supposing(fold, { s, t, k: 'message', dir: 'c2s', by: 'user', raw });
  return found.slice(before).filter(({ at, side }) => at === s && side === 'client');
}
