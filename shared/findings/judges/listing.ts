/** What the server's lists say of a name. */
import type { ListName, SessionFacts } from '../judging.ts';

/** True if a list read to its end, unchanged since, lacks `name`. With `before`, reading it began before that event. */
export function isUnlisted(facts: SessionFacts, list: ListName, name: string, before = Infinity): boolean {
  const walk = facts.walks.get(list);
  return walk !== undefined && walk.complete && !walk.stale && walk.began < before && !facts[list].has(name);
}
