/** Reading what a server has: its resources, its templates with values, and one subscription. */
import { expandTemplate, LONGEST_TEXT, templateVariables } from '#shared/mcp';
import { hasCapability } from '#shared/session';
import { completions } from './completions.ts';
import { named, offers, unfinished, type PlanFacts, type Unkeyed } from './facts.ts';
import type { Step } from './step.ts';

/** Stands for a value that neither the person nor the server has: a number to some, a name to others. */
export const MADE_UP = '1';

const read = (uri: string, madeUp: boolean): Unkeyed => ({
  method: 'resources/read',
  about: uri,
  params: JSON.stringify({ uri }),
  ...(madeUp ? { madeUp } : {}),
});

/** What is said of a template that is not expanded; the beginning of it will do. */
const tooLong = (uri: string): Unkeyed => ({
  method: 'resources/read',
  about: uri.length > 200 ? `${uri.slice(0, 200)}…` : uri,
  skip: 'too-long',
});

/** Every listed resource, and those that the person names. */
export function resourceSteps(facts: PlanFacts): Iterable<Step> {
  if (!offers(facts, 'resources/read')) return [];
  const uris = new Set([...resourceUris(facts), ...(facts.answers.resources ?? [])]);
  const items = [...uris].map((uri) => [uri, undefined] as const);
  return unfinished(facts, 'resource', items, (uri) => [read(uri, false)]);
}

/** Completion of each template's variables, then the resource that their values give. */
export function templateSteps(facts: PlanFacts): Iterable<Step> {
  if (!offers(facts, 'resources/read')) return [];
  const templates = named(facts.state.lists.resourceTemplates.items, 'uriTemplate');
  return unfinished(facts, 'template', templates, (uri) => {
    // A long template gives a long address whatever its values are, and may have any number of variables.
    if (uri.length > LONGEST_TEXT) return [tooLong(uri)];
    const names = templateVariables(uri);
    const { steps, values } = completions(facts, { type: 'ref/resource', uri }, names);
    const { templates: own } = facts.answers;
    const given = new Map(Object.entries((own && Object.hasOwn(own, uri) ? own[uri] : undefined) ?? {}));
    const valueOf = (name: string): string => given.get(name) ?? values.get(name) ?? MADE_UP;
    const known = names.every((name) => given.has(name) || values.has(name));
    const address = expandTemplate(uri, new Map(names.map((name) => [name, valueOf(name)])));
    const isGiven = names.every((name) => given.has(name));
    return [...steps, isGiven || address.length <= LONGEST_TEXT ? read(address, !known) : tooLong(uri)];
  });
}

/** Subscribe to one resource and end that again, in the way of the revision. */
export function subscriptionSteps(facts: PlanFacts): Step[] {
  const [uri] = resourceUris(facts);
  if (uri === undefined || !hasCapability(facts.state.server, 'resources.subscribe')) return [];
  const params = JSON.stringify({ uri });
  const steps = ['resources/subscribe', 'resources/unsubscribe'].filter((method) => offers(facts, method));
  if (steps.length > 0) return steps.map((method) => ({ key: method, method, about: uri, params }));
  if (!offers(facts, 'subscriptions/listen')) return [];
  return [
    {
      key: 'subscriptions/listen',
      method: 'subscriptions/listen',
      about: uri,
      params: JSON.stringify({ notifications: { resourceSubscriptions: [uri] } }),
      cancel: true,
    },
  ];
}

const resourceUris = ({ state }: PlanFacts): string[] => named(state.lists.resources.items, 'uri').map(([uri]) => uri);
