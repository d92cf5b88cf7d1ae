/** Why a comparison came out as it did, in little enough to be handed to a page. */
import { verdictOf, type Comparison, type Finding, type Weight } from '#shared/compare';

/** Longest name or text that a line shows, in UTF-16 units. */
const LONGEST = 300;

/** A finding and what its words need. */
export interface Reason {
  readonly finding: Finding;
  readonly name: string;
  readonly text: string;
  readonly number: number;
  readonly change?: Pick<Comparison['definitions'][number], 'of'>;
  readonly fact?: Comparison['facts'][number]['fact'];
  readonly fault?: Comparison['broken'][number]['fault'];
  readonly list?: Comparison['lists'][number]['list'];
}

export interface Headline {
  readonly worst: Weight | 'same';
  readonly reason?: Reason;
  readonly counts: { readonly [weight in Weight]: number };
}

/** What to say of a comparison in one line. */
export function headlineOf(comparison: Comparison): Headline {
  const { worst, reason, counts } = verdictOf(comparison);
  return { worst, counts, ...(reason ? { reason: reasonOf(comparison, reason) } : {}) };
}

function reasonOf(comparison: Comparison, finding: Finding): Reason {
  const { at } = finding;
  const cut = (text = ''): string => text.slice(0, LONGEST);
  const nothing = { finding, name: '', text: '', number: 0 };
  const pairName = (index: number): string => {
    const { method = '', about } = comparison.pairs[index] ?? {};
    return cut(about === undefined ? method : `${method} ${about}`);
  };
  switch (finding.of) {
    case 'definition': {
      const change = comparison.definitions[at];
      return change ? { ...nothing, name: cut(change.name), change: { of: change.of } } : nothing;
    }
    case 'operation':
      return { ...nothing, name: pairName(at) };
    case 'session': {
      const change = comparison.facts[at];
      return change ? { ...nothing, name: cut(change.path), text: cut(change.after), fact: change.fact } : nothing;
    }
    case 'broken': {
      const broken = comparison.broken[at];
      return broken ? { ...nothing, text: cut(broken.text), fault: broken.fault } : nothing;
    }
    case 'list': {
      const { list } = comparison.lists[at] ?? {};
      return { ...nothing, ...(list ? { list } : {}) };
    }
    case 'latency':
      return { ...nothing, name: pairName(comparison.latency[at]?.pair ?? -1) };
    case 'notification': {
      const { method, after = 0 } = comparison.ambient[at] ?? {};
      return { ...nothing, name: cut(method), number: after };
    }
  }
}
