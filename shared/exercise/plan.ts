/**
 * The plan of an exercise: what to do next with a server, from the session's state, what is done and what the person gave.
 * A pure function, so that a change of the lists in the middle changes what is left, and nothing has to be kept in step.
 */
import { changeReason } from '#shared/session';
import { completionSteps } from './completions.ts';
import { offers, permitted, type PlanFacts } from './facts.ts';
import { promptSteps } from './prompt-steps.ts';
import { resourceSteps, subscriptionSteps, templateSteps } from './resource-steps.ts';
import type { Step } from './step.ts';
import { toolSteps } from './tool-steps.ts';

/** Steps of one exercise, unless a person asks for more: a server whose lists grow with every call comes to no end. */
export const MOST_STEPS = 1000;

/** The next step, or undefined when everything is done. */
export function nextStep(facts: PlanFacts): Step | undefined {
  for (const step of remaining(facts)) return step;
  return undefined;
}

/**
 * The steps that are left, as far as they are known now, at most so many, and whether there are more: answers give later steps
 * their values, and lists may change.
 */
export function planned(
  facts: PlanFacts,
  most = MOST_STEPS,
): { readonly steps: readonly Step[]; readonly more: boolean } {
  const steps: Step[] = [];
  const keys = new Set<string>();
  for (const step of remaining(facts)) {
    if (keys.has(step.key)) continue;
    if (steps.length >= most) return { steps, more: true };
    keys.add(step.key);
    steps.push(step);
  }
  return { steps, more: false };
}

function* remaining(facts: PlanFacts): Generator<Step> {
  for (const steps of THEMES) {
    for (const step of steps(facts)) if (!facts.done.has(step.key)) yield step;
  }
}

const plain = (method: string, params?: object): ((facts: PlanFacts) => Step[]) => {
  const change = changeReason(method);
  const step: Step = {
    key: method,
    item: method,
    method,
    ...(params ? { params: JSON.stringify(params) } : {}),
    ...(change === undefined ? {} : { change }),
  };
  return (facts) => (offers(facts, method) ? [permitted(facts, step)] : []);
};

/** In order: what the server proposes and tells comes before what may be made with it. */
const THEMES: readonly ((facts: PlanFacts) => Iterable<Step>)[] = [
  plain('ping'),
  plain('logging/setLevel', { level: 'info' }),
  completionSteps,
  toolSteps,
  resourceSteps,
  templateSteps,
  promptSteps,
  subscriptionSteps,
  plain('tasks/list'),
];
