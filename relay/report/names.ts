/** What a finding is about, without the values that differ: the same words in the next run. */
import type { Comparison, DefinitionChange, Finding, FindingOf } from '#shared/compare';
import { ENGLISH, titleOf } from '#shared/words';

export const PARTS: { readonly [of in Exclude<FindingOf, 'operation' | 'definition'>]: string } = {
  session: 'session',
  broken: 'output',
  rule: 'findings',
  list: 'lists',
  latency: 'latency',
  notification: 'notifications',
};

/** `tools/call echo`, `tool echo`, `session`. Texts of servers are in it as they are. */
export function subjectOf(comparison: Comparison, { of, at }: Finding, words = ENGLISH): string {
  if (of === 'operation') return titleAt(comparison, at, words);
  if (of !== 'definition') return PARTS[of];
  const change = comparison.definitions[at];
  return change ? definitionSubject(change, words) : '';
}

/** `tool echo property-removed /inputSchema/properties/x`, `capability /tools/listChanged`. */
export function findingName(comparison: Comparison, finding: Finding): string {
  const { at } = finding;
  switch (finding.of) {
    case 'definition': {
      const change = comparison.definitions[at];
      return change
        ? [definitionSubject(change), change.reason, ...(change.path === '' ? [] : [change.path])].join(' ')
        : '';
    }
    case 'session': {
      const { fact, path = '' } = comparison.facts[at] ?? {};
      return `${fact} ${path}`.trim();
    }
    case 'broken': {
      const { what, fault, method } = comparison.broken[at] ?? {};
      if (what === 'noise') return 'output that is not JSON-RPC';
      return `protocol violation ${fault}${method === undefined ? '' : ` in ${method}`}`;
    }
    case 'rule': {
      const { rule = '', side = '', of = '', place = '' } = comparison.rules[at] ?? {};
      return [rule, side, of, place].filter((each) => each !== '').join(' ');
    }
    case 'list': {
      const { list, what } = comparison.lists[at] ?? {};
      return `${list} ${what}`;
    }
    case 'latency':
      return titleAt(comparison, comparison.latency[at]?.pair ?? -1);
    case 'notification':
      return comparison.ambient[at]?.method ?? '';
    case 'operation':
      return titleAt(comparison, at);
  }
}

const definitionSubject = ({ of, name }: DefinitionChange, words = ENGLISH): string =>
  `${words.comparison.definitions[of]} ${name}`;

function titleAt({ pairs }: Comparison, at: number, words = ENGLISH): string {
  const pair = pairs[at];
  return pair ? titleOf(pair, words) : '';
}
