/** What the plan is made from, and small readings of it that several steps share. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { definesMethod, methodFacts } from '#shared/mcp';
import { hasCapability, toolMarks, type ListState, type SessionState } from '#shared/session';
import { wordsOf } from './name-words.ts';
import type { Answers } from './answers.ts';
import type { Step, StepResult } from './step.ts';

export interface PlanFacts {
  readonly state: Readonly<SessionState>;
  readonly done: ReadonlyMap<string, StepResult>;
  readonly answers: Answers;
  /** What may change something is sent, too: all of it, or the items that a person agreed to. */
  readonly yes: boolean | ReadonlySet<string>;
  readonly without?: ReadonlySet<string>;
  /** The transport is HTTP, where some arguments are repeated as headers. */
  readonly http: boolean;
  /** `listedTools`, remembered for the steps of one run. */
  readonly tools?: typeof listedTools;
}

/** True when the revision in force has a method and the server declares what it needs. */
export function offers({ state }: PlanFacts, method: string): boolean {
  const facts = methodFacts(method);
  if (!facts || state.revision === undefined || !definesMethod(facts, state.revision)) return false;
  return facts.requires === undefined || hasCapability(state.server, facts.requires);
}

/** The members of a list that are objects with a string under `name`, the first of each name. */
export function named(items: readonly unknown[], name: string): (readonly [string, JsonObject])[] {
  const found = new Map<string, JsonObject>();
  for (const item of items) {
    const value = isObject(item) ? item[name] : undefined;
    if (isObject(item) && typeof value === 'string' && !found.has(value)) found.set(value, item);
  }
  return [...found];
}

/** A skipped step for what a list of tools or prompts holds that no request can ask for: what an earlier one has the name of, and what has none. */
export function unreachable(theme: string, method: string, items: readonly unknown[]): Step[] {
  const seen = new Map<unknown, number>();
  return items.flatMap((item): Step[] => {
    const value = isObject(item) ? item['name'] : undefined;
    const name = typeof value === 'string' ? value : undefined;
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    if (name !== undefined && before === 0) return [];
    const key = JSON.stringify([theme, name ?? null, 'unreachable', before]);
    return [
      { key, item: key, method, ...(name === undefined ? { skip: 'no-name' } : { about: name, skip: 'same-name' }) },
    ];
  });
}

export type Unkeyed = Omit<Step, 'key' | 'item'>;

/** The name of the item that has the steps of one tool, resource, template or prompt. */
export const itemOf = (theme: string, name: string): string => JSON.stringify([theme, name]);

/** Whether a person agreed to what an item may change. */
export const isAgreed = ({ yes }: PlanFacts, item: string): boolean => (typeof yes === 'boolean' ? yes : yes.has(item));

/** A step, or that it is left out, when it `change`s something that nobody agreed to, or a person left it out. */
export function permitted(facts: PlanFacts, step: Step): Step {
  const skip =
    facts.without?.has(step.item) === true
      ? 'left-out'
      : step.change !== undefined && !isAgreed(facts, step.item)
        ? 'needs-yes'
        : undefined;
  if (skip === undefined || step.skip !== undefined) return step;
  const { params: _params, values: _values, madeUp: _madeUp, ...rest } = step;
  return { ...rest, skip };
}

/** The steps of each unfinished item; the last has the item's own key, so a finished one costs one look. Servers may list thousands. */
export function* unfinished<Item>(
  facts: PlanFacts,
  theme: string,
  items: readonly (readonly [name: string, item: Item])[],
  stepsOf: (name: string, item: Item) => readonly Unkeyed[],
): Generator<Step> {
  for (const [name, item] of items) {
    const itemKey = itemOf(theme, name);
    if (facts.done.has(itemKey)) continue;
    const steps = stepsOf(name, item);
    // What is not sent is said once.
    const shown = facts.without?.has(itemKey) === true ? steps.slice(-1) : steps;
    for (const [at, step] of shown.entries()) {
      const key = at < shown.length - 1 ? JSON.stringify([theme, name, at]) : itemKey;
      yield permitted(facts, { key, item: itemKey, ...step });
    }
  }
}

/** The tools of a list, in order. Costs a sort: who asks for one step after the other has it remembered. */
export function listedTools(list: ListState) {
  const ordered = named(list.items.all, 'name').toSorted(
    ([name, tool], [other, otherTool]) => rankOf(name, tool) - rankOf(other, otherTool),
  );
  return { ordered, unreachable: unreachable('tool', 'tools/call', list.items.all), marks: toolMarks(list) };
}

/** Tools that read before those that add, and those before the others; of each, what asks for nothing, then what lists. */
function rankOf(name: string, { annotations, inputSchema }: JsonObject): number {
  const hints = isObject(annotations) ? annotations : {};
  const effect = hints['readOnlyHint'] === true ? 0 : hints['destructiveHint'] === false ? 1 : 2;
  const required = isObject(inputSchema) ? inputSchema['required'] : undefined;
  const asksNothing = !Array.isArray(required) || required.length === 0;
  const lists = wordsOf(name).some((word) => LISTING.has(word));
  return effect * 4 + (asksNothing && lists ? 0 : asksNothing ? 1 : lists ? 2 : 3);
}

const LISTING: ReadonlySet<string> = new Set(['list', 'search', 'find', 'query', 'ls', 'all']);
