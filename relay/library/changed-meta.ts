/** Descriptions that two processes change at the same time. */
import { cleanMeta, type RecordingMeta } from '#shared/library';

/**
 * The description `there` with what a person changed: what differs between `shown`, which they saw, and `wanted`. Of tags,
 * those that came are added and those that went are taken away.
 */
export function changedMeta(shown: RecordingMeta, wanted: RecordingMeta, there: RecordingMeta): RecordingMeta {
  const pick = <Name extends 'title' | 'note' | 'kept'>(name: Name): RecordingMeta[Name] =>
    wanted[name] === shown[name] ? there[name] : wanted[name];
  const [before, after] = [new Set(shown.tags), new Set(wanted.tags)];
  const kept = there.tags.filter((tag) => after.has(tag) || !before.has(tag));
  const added = wanted.tags.filter((tag) => !before.has(tag) && !kept.includes(tag));
  return cleanMeta({ title: pick('title'), note: pick('note'), kept: pick('kept'), tags: [...kept, ...added] });
}
