/** What the server's lists say of a name. */
import type { ListName, Scene } from '../judging.ts';

/** True if a list read to its end, unchanged since, lacks `name`. With `before`, reading it began before that event. */
export function isUnlisted(scene: Scene, list: ListName, name: string, before = Infinity): boolean {
  const walk = scene.walks.get(list);
  return walk !== undefined && walk.complete && !walk.stale && walk.began < before && !scene[list].has(name);
}
