/** Words for what a comparison tells of: the worst change, and why it counts. */
import type { DefinitionChange, ListDifference, Weight } from '#shared/compare';
import { comparison } from '#shared/words/en';

const times = (n: number): string => (n === 1 ? 'once' : `${n.toLocaleString('en')} times`);

const worst: { readonly [weight in Weight | 'same']: readonly [word: string, hint: string] } = {
  same: ['Same', 'Nothing differs.'],
  informational: ['Same', 'Nothing differs that counts.'],
  changed: ['Changed', 'Something differs that counts. Clients that worked should still work.'],
  breaking: ['Breaking', 'A client that worked may not work any more.'],
};
const lists: { readonly [list in ListDifference['list']]: string } = {
  tools: 'Tools',
  resources: 'Resources',
  resourceTemplates: 'Resource templates',
  prompts: 'Prompts',
};

export const findings = {
  worst,
  also: (breaking: number, changed: number): string =>
    [
      ...(breaking > 0 ? [`${breaking.toLocaleString('en')} more breaking`] : []),
      ...(changed > 0 ? [`${changed.toLocaleString('en')} more changed`] : []),
    ].join(', '),
  definition: (of: DefinitionChange['of'], name: string, what: string): string =>
    `${comparison.definitions[of]} ${name} ${what}`,
  operation: {
    fails: (name: string): string => `${name} fails now`,
    unanswered: (name: string): string => `${name} is not answered any more`,
    'not-reached': (name: string): string => `${name} was not reached`,
    missing: (name: string): string => `${name} is missing`,
    extra: (name: string): string => `${name} is new`,
    changed: (name: string): string => `${name} differs`,
    moved: (name: string): string => `${name} comes in another order`,
  },
  session: {
    crashed: (_fact: string, _path: string, now: string): string => `the server process ended with ${now}`,
    failed: (_fact: string, _path: string, now: string): string => `the session failed: ${now}`,
    'capability-removed': (_fact: string, path: string): string => `capability ${path} is gone`,
    'capability-added': (_fact: string, path: string): string => `capability ${path} is new`,
    changed: (fact: string, path: string): string => `${fact} ${path} differs`.replace('  ', ' '),
  },
  broken: {
    noise: (text: string): string => `new output that is not JSON-RPC: ${text}`,
    fault: (text: string, fault: string): string => `new protocol violation: ${fault}: ${text}`,
    'no-longer': (text: string): string => `no longer: ${text}`,
    more: (text: string): string => `more often: ${text}`,
    less: (text: string): string => `less often: ${text}`,
  },
  list: {
    order: (list: ListDifference['list']): string => `${lists[list]}: another order`,
    'page-size': (list: ListDifference['list']): string => `${lists[list]}: another page size`,
  },
  latency: {
    slower: (name: string): string => `${name} is slower`,
    faster: (name: string): string => `${name} is faster`,
  },
  notification: (method: string, now: number): string => `${method}: ${times(now)}`,
  brokenTitle: 'Broken output of the server',
  brokenNone: 'No other broken lines or messages than before.',
  brokenHint: 'Lines that are not JSON-RPC and protocol violations. New ones count.',
  listsTitle: 'Order and pages of lists',
  listsNone: 'The lists come in the same order and on pages of the same size.',
  checkLists: 'Check order and page size of lists',
  strict: 'Strict',
  strictHint: 'Titles, all facts of the session, and new kinds of notifications count too',
};
