/** Every prompt, with arguments that the person gives, that the server proposes, or that are made up. */
import { isShort } from '#shared/mcp';
import { argumentNames, completions } from './completions.ts';
import { named, offers, unfinished, type PlanFacts, type Unkeyed } from './facts.ts';
import { valueOf } from './resource-steps.ts';
import type { Step, StepValue } from './step.ts';
import { knownValues, pointerTo, suggestFor } from './suggest.ts';

/** Completion of each argument, then the prompt. Optional arguments are given only where there is a value for them. */
export function promptSteps(facts: PlanFacts): Iterable<Step> {
  if (!offers(facts, 'prompts/get')) return [];
  const items = named(facts.state.lists.prompts.items, 'name');
  return unfinished(facts, 'prompt', items, (name, prompt) => {
    const names = argumentNames(prompt);
    const { steps, values: proposed } = completions(facts, { type: 'ref/prompt', name }, names);
    const { prompts } = facts.answers;
    const given = prompts && Object.hasOwn(prompts, name) ? prompts[name] : undefined;
    if (given) {
      const values = Object.keys(given).map((argument): StepValue => ({ at: pointerTo(argument), from: 'given' }));
      return [...steps, get(name, given, values)];
    }
    const required = requiredOf(prompt);
    const suggest = suggestFor(name, () => knownValues(facts));
    const chosen = names
      .filter((argument) => required.has(argument) || proposed.has(argument))
      .map((argument) => [argument, valueOf(argument, NOTHING, proposed, suggest)] as const);
    const made = Object.fromEntries(chosen.map(([argument, { value }]) => [argument, value]));
    if (!isShort(made)) return [...steps, { method: 'prompts/get', about: name, skip: 'too-long' }];
    const values = chosen.map(([argument, { from, of }]): StepValue => ({
      at: pointerTo(argument),
      from,
      ...(of === undefined ? {} : { of }),
    }));
    return [...steps, get(name, made, values)];
  });
}

const NOTHING: ReadonlyMap<string, string> = new Map();

function get(name: string, args: { readonly [argument: string]: string }, values: readonly StepValue[]): Unkeyed {
  return {
    method: 'prompts/get',
    about: name,
    params: JSON.stringify({ name, arguments: args }),
    ...(values.length > 0 ? { values } : {}),
    ...(values.some(({ from }) => from === 'made-up' || from === 'answer') ? { madeUp: true } : {}),
  };
}

function requiredOf(prompt: { readonly [member: string]: unknown }): ReadonlySet<string> {
  const listed = Array.isArray(prompt['arguments']) ? (prompt['arguments'] as unknown[]) : [];
  return new Set(named(listed, 'name').flatMap(([name, { required }]) => (required === true ? [name] : [])));
}
