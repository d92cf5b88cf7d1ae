/**
 * The plan of an exercise: what to do next with a server, from the session's state, what is done and what the person gave.
 * A pure function, so that a change of the lists in the middle changes what is left, and nothing has to be kept in step.
 */
import { defined } from '#shared/base';
import { isShort } from '#shared/mcp';
import { changeReason } from '#shared/session';
import { completionSteps, completions, promptArguments } from './completions.ts';
import { offers, permitted, type PlanFacts, named, unfinished, unreachable, type Unkeyed } from './facts.ts';
import { resourceSteps, sourcesOf, subscriptionSteps, templateSteps, valueOf, withValues } from './resource-steps.ts';
import type { Step, StepValue } from './step.ts';
import { givenValues, knownValues, suggestFor } from './suggest.ts';
import { toolSteps } from './tool-steps.ts';

/** Default of one exercise: with a server whose lists grow with every call it would never end. */
export const MAX_STEP_COUNT = 1000;

export function nextStep(facts: PlanFacts): Step | undefined {
  for (const step of remaining(facts)) return step;
  return undefined;
}

/** At most `most` of the steps left, and whether there are more, as known now: answers and lists may change them. */
export function planned(
  facts: PlanFacts,
  most = MAX_STEP_COUNT,
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
    ...defined({ params: params && JSON.stringify(params), change }),
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

/** Completion of each argument, then the prompt. Optional arguments are given only where there is a value for them. */
function* promptSteps(facts: PlanFacts): Iterable<Step> {
  if (!offers(facts, 'prompts/get')) return;
  const items = facts.state.lists.prompts.items.all;
  yield* unfinished(facts, 'prompt', named(items, 'name'), (name, prompt) => {
    const names = promptArguments(prompt).map(([argument]) => argument);
    const { steps, values: proposed } = completions(facts, { type: 'ref/prompt', name }, names);
    const { prompts } = facts.answers;
    const given = prompts && Object.hasOwn(prompts, name) ? prompts[name] : undefined;
    if (given) return [...steps, get(name, given, givenValues(given))];
    const required = new Set(
      promptArguments(prompt).flatMap(([argument, { required: is }]) => (is === true ? [argument] : [])),
    );
    const suggest = suggestFor(name, () => knownValues(facts));
    const chosen = names
      .filter((argument) => required.has(argument) || proposed.has(argument))
      .map((argument) => [argument, valueOf(argument, NOTHING, proposed, suggest)] as const);
    const made = Object.fromEntries(chosen.map(([argument, { value }]) => [argument, value]));
    if (!isShort(made)) return [...steps, { method: 'prompts/get', about: name, skip: 'too-long' }];
    return [...steps, get(name, made, sourcesOf(chosen))];
  });
  yield* unreachable('prompt', 'prompts/get', items);
}

const NOTHING: ReadonlyMap<string, string> = new Map();

const get = (name: string, args: { readonly [argument: string]: string }, values: readonly StepValue[]): Unkeyed => ({
  method: 'prompts/get',
  about: name,
  params: JSON.stringify({ name, arguments: args }),
  ...withValues(values),
});
