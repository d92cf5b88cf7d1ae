/** States of folds without the classes that keep them: the same for two that hold the same, and changed by no later step. */
import { Sequence } from '#shared/session';
import { Groups } from '../../shared/session/groups.ts';

export function plain(value: unknown): unknown {
  if (value instanceof Map)
    return new Map([...(value as Map<unknown, unknown>)].map(([key, each]) => [key, plain(each)]));
  if (value instanceof Groups) return [...value.groups()].map((group) => [group, ...value.of(group)]);
  if (Array.isArray(value) || value instanceof Sequence || value instanceof Set)
    return [...(value as Iterable<unknown>)].map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
