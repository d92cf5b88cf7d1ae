/** Values as texts that are equal when the values are, whatever the order of their members. */
import { canonical, type Exact } from './exact-json.ts';

export function keyOfJson(value: Exact): string {
  return canonical(value);
}

export function sameJson(one: Exact | undefined, other: Exact | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  return keyOfJson(one) === keyOfJson(other);
}
