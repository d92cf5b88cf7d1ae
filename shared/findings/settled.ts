/** Of which messages nothing more is to be said by some judges, as long as nothing else is agreed (see `Judge.steady`). */
import type { Scene } from './scene.ts';

export const unsettled = () => ({
  /** What was agreed when `plans` were settled. */
  client: undefined as Scene['client'],
  server: undefined as Scene['server'],
  revision: undefined as Scene['revision'],
  /** Those (`Plan.id`) whose steady judges were asked, and said nothing. */
  plans: new Set<number>(),
});
export type Settled = ReturnType<typeof unsettled>;

export function copySettled({ plans, ...agreed }: Settled): Settled {
  return { ...agreed, plans: new Set(plans) };
}

/** True when a handshake is over and seen whole: the same message then means the same. Forgets what was settled under other terms. */
export function isAgreed(settled: Settled, { handshake, partial, gaps, client, server, revision }: Scene): boolean {
  if (handshake !== 'done' || partial || gaps) return false;
  if (settled.client !== client || settled.server !== server || settled.revision !== revision) {
    settled.plans.clear();
    Object.assign(settled, { client, server, revision });
  }
  return true;
}
