/** Every prompt, with arguments that the person gives, that the server proposes, or that are made up. */
import { isShort } from '#shared/mcp';
import { completions } from './completions.ts';
import { named, offers, unfinished, type PlanFacts, type Unkeyed } from './facts.ts';
import { MADE_UP } from './resource-steps.ts';
import type { Step } from './step.ts';

/** Completion of each argument, then the prompt. Optional arguments are given only where there is a value for them. */
export function promptSteps(facts: PlanFacts): Iterable<Step> {
  if (!offers(facts, 'prompts/get')) return [];
  const items = named(facts.state.lists.prompts.items, 'name');
  return unfinished(facts, 'prompt', items, (name, prompt) => {
    const listed = Array.isArray(prompt['arguments']) ? (prompt['arguments'] as unknown[]) : [];
    const known = named(listed, 'name');
    const { steps, values } = completions(
      facts,
      { type: 'ref/prompt', name },
      known.map(([argument]) => argument),
    );
    const { prompts } = facts.answers;
    const given = prompts && Object.hasOwn(prompts, name) ? prompts[name] : undefined;
    const missing = known.filter(([argument, { required }]) => required === true && !values.has(argument));
    const made = Object.fromEntries([...values, ...missing.map(([argument]) => [argument, MADE_UP] as const)]);
    if (!given && !isShort(made)) return [...steps, { method: 'prompts/get', about: name, skip: 'too-long' }];
    const get: Unkeyed = {
      method: 'prompts/get',
      about: name,
      params: JSON.stringify({ name, arguments: given ?? made }),
      ...(given || missing.length === 0 ? {} : { madeUp: true }),
    };
    return [...steps, get];
  });
}
