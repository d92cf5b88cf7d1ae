/** Operations that ask for the same: one tool, prompt or resource, or where there is none, one method. */
import type { SessionLog } from '#shared/session';

export interface Group {
  readonly key: string;
  readonly method: string;
  readonly name: string | undefined;
  readonly operations: readonly number[];
}

/** The groups of an order, each where its first operation is. */
export function groupsOf({ operations }: SessionLog, order: readonly number[]): Group[] {
  const groups = new Map<string, Group & { readonly operations: number[] }>();
  for (const op of order) {
    const { method = '', name } = operations.get(op) ?? {};
    const key = JSON.stringify([method, name]);
    const group = groups.get(key);
    if (group) group.operations.push(op);
    else groups.set(key, { key, method, name, operations: [op] });
  }
  return [...groups.values()];
}
