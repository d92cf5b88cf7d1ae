/** Operations that ask for the same: one tool, prompt or resource, or where there is none, one method. */
import type { SessionLog } from '#shared/session';

export interface Group {
  readonly key: string;
  readonly method: string;
  readonly name: string | undefined;
  readonly operations: readonly number[];
}

/** What an operation is called after: the name of a tool, a URI. The revision that a handshake offers is only one of its arguments. */
export const calledAfter = (method: string, name: string | undefined): string | undefined =>
  method === 'initialize' ? undefined : name;

/** The groups of an order, each where its first operation is. */
export function groupsOf({ operations }: SessionLog, order: readonly number[]): Group[] {
  const groups = new Map<string, Group & { readonly operations: number[] }>();
  for (const op of order) {
    const { method = '', name: given } = operations[op] ?? {};
    const name = calledAfter(method, given);
    const key = JSON.stringify([method, name]);
    const group = groups.get(key);
    if (group) group.operations.push(op);
    else groups.set(key, { key, method, name, operations: [op] });
  }
  return [...groups.values()];
}
