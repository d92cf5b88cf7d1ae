/** What the plan is made from, and small readings of it that several steps share. */
import { isObject } from '#shared/jsonrpc';
import { definesMethod, methodFacts } from '#shared/mcp';
import { hasCapability, type SessionState } from '#shared/session';
import type { Answers } from './answers.ts';
import type { Step, StepResult } from './step.ts';

export interface PlanFacts {
  readonly state: Readonly<SessionState>;
  /** The steps that are done, by their keys. */
  readonly done: ReadonlyMap<string, StepResult>;
  readonly answers: Answers;
  /** Tools that may change something are called, too. */
  readonly yes: boolean;
  /** The transport is HTTP, where some arguments are repeated as headers. */
  readonly http: boolean;
}

/** True when the revision in force has a method and the server declares what it needs. */
export function offers({ state }: PlanFacts, method: string): boolean {
  const facts = methodFacts(method);
  if (!facts || state.revision === undefined || !definesMethod(facts, state.revision)) return false;
  return facts.requires === undefined || hasCapability(state.server, facts.requires);
}

/** The members of a list that are objects with a string under `name`, the first of each name. */
export function named(
  items: readonly unknown[],
  name: string,
): (readonly [string, { readonly [member: string]: unknown }])[] {
  const found = new Map<string, { readonly [member: string]: unknown }>();
  for (const item of items) {
    const value = isObject(item) ? item[name] : undefined;
    if (isObject(item) && typeof value === 'string' && !found.has(value)) found.set(value, item);
  }
  return [...found];
}

/** A step before it has its key. */
export type Unkeyed = Omit<Step, 'key'>;

/**
 * The steps of each item that is not finished; a step with a key of its own keeps it. The last step of an item has the item's own key, so that a finished one
 * costs no more than a look: a server may list thousands.
 */
export function* unfinished<Item>(
  { done }: PlanFacts,
  theme: string,
  items: readonly (readonly [name: string, item: Item])[],
  stepsOf: (name: string, item: Item) => readonly Unkeyed[],
): Generator<Step> {
  for (const [name, item] of items) {
    if (done.has(JSON.stringify([theme, name]))) continue;
    const steps = stepsOf(name, item);
    for (const [at, step] of steps.entries())
      yield { key: JSON.stringify([theme, name, ...(at < steps.length - 1 ? [at] : [])]), ...step };
  }
}
