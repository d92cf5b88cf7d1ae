/** What the server's lists say of a name. */
import type { Listed, ListName, SessionFacts } from '../judging.ts';

/** True if a list read to its end, unchanged since, lacks `name`. With `before`, reading it began before that event. */
export function isUnlisted(facts: SessionFacts, list: ListName, name: string, before = Infinity): boolean {
  const walk = facts.walks.get(list);
  return walk !== undefined && walk.complete && !walk.stale && walk.began < before && !facts[list].has(name);
}

/** An item as it was last listed; undefined for one that was not, and once the server said that the list changed. */
export function listedAs(facts: SessionFacts, list: ListName, name: unknown): Listed | undefined {
  return typeof name === 'string' && facts.walks.get(list)?.stale === false ? facts[list].get(name) : undefined;
}
