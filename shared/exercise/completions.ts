/** Values for the arguments of prompts and the variables of templates, asked for one after the other (server/utilities/completion). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { templateVariables, MAX_TEXT_CHARS } from '#shared/mcp';
import { itemOf, named, offers, type PlanFacts } from './facts.ts';
import type { Step } from './step.ts';

export type Reference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

const CONTEXT_SINCE = '2025-06-18';

/** Arguments of one prompt, or variables of one template: more than a form shows at once say nothing new. */
const MAX_COMPLETED_COUNT = 16;

const MAX_VALUE_CHARS = 256;

/** A step for each name, with earlier values as context, and the server's first short proposal. Nothing if it does not complete. */
export function completions(facts: PlanFacts, reference: Reference, names: readonly string[]) {
  const values = new Map<string, string>();
  if (!offers(facts, 'completion/complete')) return { steps: [], values };
  const subject = reference.type === 'ref/prompt' ? reference.name : reference.uri;
  const steps = names.slice(0, MAX_COMPLETED_COUNT).map((name): Step => {
    const context =
      values.size > 0 && (facts.state.revision ?? '') >= CONTEXT_SINCE
        ? { context: { arguments: Object.fromEntries(values) } }
        : {};
    const step: Step = {
      key: `complete ${JSON.stringify([reference.type, subject, name])}`,
      item: 'completion/complete',
      method: 'completion/complete',
      about: `${subject} ${name}`,
      params: JSON.stringify({ ref: reference, argument: { name, value: '' }, ...context }),
    };
    const value = facts.done.get(step.key)?.completed;
    if (value !== undefined) values.set(name, value);
    return step;
  });
  if (names.length > MAX_COMPLETED_COUNT)
    steps.push({
      key: `complete ${JSON.stringify([reference.type, subject])}`,
      item: 'completion/complete',
      method: 'completion/complete',
      about: subject,
      skip: 'too-many',
      count: names.length - MAX_COMPLETED_COUNT,
    });
  return { steps, values };
}

/** What `completion/complete` proposes first; undefined where it proposes nothing short. Takes any result. */
export function proposed(result: unknown): string | undefined {
  const { completion } = isObject(result) ? result : {};
  const values = isObject(completion) ? completion['values'] : undefined;
  const all = Array.isArray(values) ? (values as unknown[]) : [];
  return all.find((value): value is string => typeof value === 'string' && value.length <= MAX_VALUE_CHARS);
}

/** All completions, before anything else is used: what the server proposes can be an argument of a tool, too. */
export function* completionSteps(facts: PlanFacts): Generator<Step> {
  if (!offers(facts, 'completion/complete')) return;
  if (offers(facts, 'prompts/get'))
    for (const [name, prompt] of named(facts.state.lists.prompts.items.all, 'name'))
      if (!facts.done.has(itemOf('prompt', name)))
        yield* completions(
          facts,
          { type: 'ref/prompt', name },
          promptArguments(prompt).map(([argument]) => argument),
        ).steps;
  if (offers(facts, 'resources/read'))
    for (const [uri] of named(facts.state.lists.resourceTemplates.items.all, 'uriTemplate'))
      if (uri.length <= MAX_TEXT_CHARS && !facts.done.has(itemOf('template', uri)))
        yield* completions(facts, { type: 'ref/resource', uri }, templateVariables(uri)).steps;
}

export function promptArguments({ arguments: listed }: JsonObject): (readonly [string, JsonObject])[] {
  return named(Array.isArray(listed) ? (listed as unknown[]) : [], 'name');
}
