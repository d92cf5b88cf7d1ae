/** Reading what a server has: its resources, its templates with values, and one subscription. */
import { defined } from '#shared/base';
import { expandTemplate, MAX_TEXT_CHARS, templateVariables, type Suggest } from '#shared/mcp';
import { changeReason, hasCapability } from '#shared/session';
import { completions } from './completions.ts';
import { named, offers, permitted, unfinished, type PlanFacts, type Unkeyed } from './facts.ts';
import type { Step, StepValue } from './step.ts';
import { knownValues, pointerTo, suggestFor } from './suggest.ts';

/** Stands for a value that neither the person nor the server has: a number to some, a name to others. */
const MADE_UP = '1';

const read = (uri: string, values: readonly StepValue[] = []): Unkeyed => ({
  method: 'resources/read',
  about: uri,
  params: JSON.stringify({ uri }),
  ...withValues(values),
});

/** What a step says of where its values are from. */
export const withValues = (values: readonly StepValue[]): Pick<Step, 'values' | 'madeUp'> => ({
  ...(values.length > 0 ? { values } : {}),
  ...(values.some(({ from }) => from === 'made-up' || from === 'answer') ? { madeUp: true } : {}),
});

export const sourcesOf = (chosen: readonly (readonly [name: string, text: ChosenText])[]): StepValue[] =>
  chosen.map(([name, { from, of }]) => ({ at: pointerTo(name), from, ...defined({ of }) }));

/** What is said of a template that is not expanded; the beginning of it will do. */
const tooLong = (uri: string): Unkeyed => ({
  method: 'resources/read',
  about: uri.length > 200 ? `${uri.slice(0, 200)}…` : uri,
  skip: 'too-long',
});

export function resourceSteps(facts: PlanFacts): Iterable<Step> {
  if (!offers(facts, 'resources/read')) return [];
  const uris = new Set([...resourceUris(facts), ...(facts.answers.resources ?? [])]);
  const items = [...uris].map((uri) => [uri, undefined] as const);
  return unfinished(facts, 'resource', items, (uri) => [read(uri)]);
}

/** Completion of each template's variables, then the resource that their values give. */
export function templateSteps(facts: PlanFacts): Iterable<Step> {
  if (!offers(facts, 'resources/read')) return [];
  const templates = named(facts.state.lists.resourceTemplates.items.all, 'uriTemplate');
  return unfinished(facts, 'template', templates, (uri) => {
    // A long template gives a long address whatever its values are, and may have any number of variables.
    if (uri.length > MAX_TEXT_CHARS) return [tooLong(uri)];
    const names = templateVariables(uri);
    const { steps, values } = completions(facts, { type: 'ref/resource', uri }, names);
    const { templates: own } = facts.answers;
    const given = new Map(Object.entries((own && Object.hasOwn(own, uri) ? own[uri] : undefined) ?? {}));
    const suggest = suggestFor(uri, () => knownValues(facts));
    const chosen = names.map((name) => [name, valueOf(name, given, values, suggest)] as const);
    const address = expandTemplate(uri, new Map(chosen.map(([name, { value }]) => [name, value])));
    const isGiven = names.every((name) => given.has(name));
    return [...steps, isGiven || address.length <= MAX_TEXT_CHARS ? read(address, sourcesOf(chosen)) : tooLong(uri)];
  });
}

type ChosenText = Omit<StepValue, 'at'> & { readonly value: string };

/** The text for an argument of a prompt or a variable of a template: given, proposed, told by the server, or made up. */
export function valueOf(
  name: string,
  given: ReadonlyMap<string, string>,
  completed: ReadonlyMap<string, string>,
  suggest: Suggest,
): ChosenText {
  const own = given.get(name);
  if (own !== undefined) return { value: own, from: 'given' };
  const proposed = completed.get(name);
  if (proposed !== undefined) return { value: proposed, from: 'completion' };
  const known = suggest(name, 'string', { type: 'string' });
  if (!known) return { value: MADE_UP, from: 'made-up' };
  return { value: String(known.value), from: 'answer', ...defined({ of: known.of }) };
}

/** Subscribe to one resource and end that again, in the way of the revision. */
export function subscriptionSteps(facts: PlanFacts): Step[] {
  const [uri] = resourceUris(facts);
  if (uri === undefined || !hasCapability(facts.state.server, 'resources.subscribe')) return [];
  const params = JSON.stringify({ uri });
  const { outcome = 'result' } = facts.done.get('resources/subscribe') ?? {};
  // What was refused has nothing to end.
  const both = outcome === 'result' || outcome === 'skipped';
  const methods = both ? ['resources/subscribe', 'resources/unsubscribe'] : ['resources/subscribe'];
  const steps = methods.filter((method) => offers(facts, method));
  if (steps.length > 0)
    return steps.map((method) => {
      const step = { key: method, item: 'resources/subscribe', method, about: uri, params };
      return permitted(facts, { ...step, ...defined({ change: changeReason(method) }) });
    });
  if (!offers(facts, 'subscriptions/listen')) return [];
  return [
    permitted(facts, {
      key: 'subscriptions/listen',
      item: 'subscriptions/listen',
      method: 'subscriptions/listen',
      about: uri,
      params: JSON.stringify({ notifications: { resourceSubscriptions: [uri] } }),
      cancel: true,
    }),
  ];
}

const resourceUris = ({ state }: PlanFacts): string[] =>
  named(state.lists.resources.items.all, 'uri').map(([uri]) => uri);
