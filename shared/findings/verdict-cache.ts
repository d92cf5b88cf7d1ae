/** Plans whose pure judges found nothing, and need not be asked again while the same is agreed (see `Judge.pureWhileAgreed`). */
import type { SessionFacts } from './session-facts.ts';

export const emptyVerdictCache = () => ({
  /** What was agreed when `plans` were added. */
  client: undefined as SessionFacts['client'],
  server: undefined as SessionFacts['server'],
  revision: undefined as SessionFacts['revision'],
  /** `Plan.id` of those whose pure judges were asked, and reported nothing. */
  plans: new Set<number>(),
});
export type VerdictCache = ReturnType<typeof emptyVerdictCache>;

export function copyVerdictCache({ plans, ...agreed }: VerdictCache): VerdictCache {
  return { ...agreed, plans: new Set(plans) };
}

/** True when a handshake is over and seen whole: the same message then means the same. Empties the cache when anything else is agreed. */
export function isAgreed(
  verdictCache: VerdictCache,
  { handshake, partial, gaps, client, server, revision }: SessionFacts,
): boolean {
  if (handshake !== 'done' || partial || gaps) return false;
  if (verdictCache.client !== client || verdictCache.server !== server || verdictCache.revision !== revision) {
    verdictCache.plans.clear();
    Object.assign(verdictCache, { client, server, revision });
  }
  return true;
}
