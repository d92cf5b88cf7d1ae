/**
 * The plan of an exercise: what to do next with a server, from the session's state, what is done and what the person gave.
 * A pure function, so that a change of the lists in the middle changes what is left, and nothing has to be kept in step.
 */
import { offers, type PlanFacts } from './facts.ts';
import { promptSteps } from './prompt-steps.ts';
import { resourceSteps, subscriptionSteps, templateSteps } from './resource-steps.ts';
import type { Step } from './step.ts';
import { toolSteps } from './tool-steps.ts';

/** Steps of one exercise; a server whose lists grow with every call never comes to an end by itself. */
export const MOST_STEPS = 10_000;

/** The next step, or undefined when everything is done. */
export function nextStep(facts: PlanFacts): Step | undefined {
  if (facts.done.size >= MOST_STEPS) return undefined;
  for (const steps of THEMES) {
    for (const step of steps(facts)) if (!facts.done.has(step.key)) return step;
  }
  return undefined;
}

const plain = (method: string, params?: object): ((facts: PlanFacts) => Step[]) => {
  const step: Step = { key: method, method, ...(params ? { params: JSON.stringify(params) } : {}) };
  return (facts) => (offers(facts, method) ? [step] : []);
};

/** In order. */
const THEMES: readonly ((facts: PlanFacts) => Iterable<Step>)[] = [
  plain('ping'),
  plain('logging/setLevel', { level: 'info' }),
  toolSteps,
  resourceSteps,
  templateSteps,
  promptSteps,
  subscriptionSteps,
  plain('tasks/list'),
];
