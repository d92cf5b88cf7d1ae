/** Values for the arguments of prompts and the variables of templates, asked for one after the other (server/utilities/completion). */
import { isObject } from '#shared/jsonrpc';
import { offers, type PlanFacts } from './facts.ts';
import type { Step, StepResult } from './step.ts';

export type Reference =
  { readonly type: 'ref/prompt'; readonly name: string } | { readonly type: 'ref/resource'; readonly uri: string };

export interface Completed {
  readonly steps: readonly Step[];
  /** The first short value that the server proposes for each name, as far as it has answered. */
  readonly values: ReadonlyMap<string, string>;
}

/** `context` came with 2025-06-18. */
const CONTEXT_SINCE = '2025-06-18';

/** UTF-16 units of a value that is taken from a completion; a longer one is no word that a person would choose. */
const LONGEST = 256;

/** A step for each name, with the values before it as context, and what they gave. Nothing when the server does not complete. */
export function completions(facts: PlanFacts, reference: Reference, names: readonly string[]): Completed {
  const values = new Map<string, string>();
  if (!offers(facts, 'completion/complete')) return { steps: [], values };
  const subject = reference.type === 'ref/prompt' ? reference.name : reference.uri;
  const steps = names.map((name): Step => {
    const context =
      values.size > 0 && (facts.state.revision ?? '') >= CONTEXT_SINCE
        ? { context: { arguments: Object.fromEntries(values) } }
        : {};
    const step: Step = {
      key: `complete ${JSON.stringify([reference.type, subject, name])}`,
      method: 'completion/complete',
      about: `${subject} ${name}`,
      params: JSON.stringify({ ref: reference, argument: { name, value: '' }, ...context }),
    };
    const value = firstValue(facts.done.get(step.key));
    if (value !== undefined) values.set(name, value);
    return step;
  });
  return { steps, values };
}

function firstValue(result: StepResult | undefined): string | undefined {
  const { completion } = isObject(result?.result) ? result.result : {};
  const values = isObject(completion) ? completion['values'] : undefined;
  const all = Array.isArray(values) ? (values as unknown[]) : [];
  return all.find((value): value is string => typeof value === 'string' && value.length <= LONGEST);
}
