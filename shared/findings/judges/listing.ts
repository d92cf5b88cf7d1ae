/** What the server's lists say of a name. */
import type { ListName, Scene } from '../judging.ts';

/**
 * True when a list that was read to its end, and of which the server has not said since that it changed, has not got the name. With
 * `before` the list must have been begun before that event.
 */
export function isUnlisted(scene: Scene, list: ListName, name: string, before = Infinity): boolean {
  const walk = scene.walks.get(list);
  return walk !== undefined && walk.complete && !walk.stale && walk.began < before && !scene[list].has(name);
}
