/** A comparison as the screen lists it: without the differences of each pair, which may be long. */
import { defined } from '#shared/base';
import {
  LISTED_BY,
  type Comparison,
  type DefinitionChange,
  type MaskName,
  type OwnMask,
  type Pair,
  type Side,
} from '#shared/compare';
import { headlineOf } from '../base/reason.ts';
import { ROW_VERDICTS, type RowVerdict } from './verdict-looks.ts';

export type Changed = 'arguments' | 'outcome' | 'response';

export interface PairRow extends Pick<Pair, 'kind' | 'dir' | 'method' | 'about' | 'differing' | 'masked'> {
  readonly verdict: RowVerdict;
  readonly before?: Side;
  readonly after?: Side;
  /** Of a list: how many changes its definitions have. */
  readonly definitions?: number;
  /** Where it changed; in more than one of them, the first. */
  readonly changed?: Changed;
  readonly reason?: string;
}

/** Longest name of a request that a list shows, in UTF-16 units. */
const LONGEST_NAME = 300;

/** A comparison without the differences of its pairs, which are asked for one by one. */
export type Overview = ReturnType<typeof overviewOf>;

export function overviewOf(comparison: Comparison) {
  const { pairs, leftOut, worstFirst, counts, ...rest } = comparison;
  const rows: PairRow[] = [];
  const redefined = redefinedBy(comparison.definitions);
  for (const { differences, maskedValues: _, ...pair } of pairs) {
    const row = { ...pair, ...named(pair), ...defined({ changed: changedIn(differences) }) };
    const definitions =
      pair.verdict === 'equal' || pair.verdict === 'masked' ? redefined.get(pair.method ?? '') : undefined;
    rows.push(definitions === undefined ? row : { ...row, verdict: 'redefined', definitions });
  }
  for (const { side, reason, ...named_ } of leftOut)
    rows.push({
      verdict: 'left-out',
      kind: 'request',
      dir: 'c2s',
      before: side,
      reason,
      differing: 0,
      masked: 0,
      ...named(named_),
    });
  const after = [...rows.keys()].slice(pairs.length);
  const rank = (index: number): number => ROW_VERDICTS.indexOf(rows[index]?.verdict ?? 'equal');
  const of = { redefined: 0, equal: counts.equal, masked: counts.masked };
  for (const [index, { verdict }] of rows.slice(0, pairs.length).entries()) {
    const was = pairs[index]?.verdict;
    if (verdict !== 'redefined' || (was !== 'equal' && was !== 'masked')) continue;
    of.redefined++;
    of[was]--;
  }
  const definitions = comparison.definitions.length;
  const operations = counts.changed + counts.missing + counts.extra + counts.moved;
  const headline = headlineOf(comparison);
  const all = Object.values(headline.counts).reduce((sum, count) => sum + count, 0);
  return {
    ...rest,
    /** The pairs, in order, and after them what was left out; the two orders have indexes into them. */
    rows: rows as readonly PairRow[],
    worstFirst: [...worstFirst.toSorted((one, other) => rank(one) - rank(other)), ...after],
    inOrder: inOrder(rows, pairs.length),
    counts: { ...counts, ...of, 'left-out': leftOut.length },
    uses: usesOf(comparison),
    headline,
    /** How many differences each place has; they add up to what the headline counts by weight. */
    places: { operations, definitions, session: all - operations - definitions },
  };
}

/** How many changes of definitions each list has, by the method that asks for it. */
function redefinedBy(definitions: readonly DefinitionChange[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { of } of definitions) found.set(LISTED_BY[of], (found.get(LISTED_BY[of]) ?? 0) + 1);
  return found;
}

/** The first of what a person asks about: was it asked otherwise, did it end otherwise, or was something else responded. */
function changedIn(differences: Pair['differences']): Changed | undefined {
  const under = (part: string): boolean => differences.some(({ path }) => path === part || path.startsWith(`${part}/`));
  if (differences.length === 0) return undefined;
  return under('/params') ? 'arguments' : under('/outcome') ? 'outcome' : 'response';
}

function named({ method, about }: Pick<PairRow, 'method' | 'about'>): Pick<PairRow, 'method' | 'about'> {
  return defined({ method: method?.slice(0, LONGEST_NAME), about: about?.slice(0, LONGEST_NAME) });
}

/** The pairs in their order, with what was left out where the first recording has it. */
function inOrder(rows: readonly PairRow[], pairs: number): number[] {
  const order: number[] = [];
  let left = pairs;
  for (let index = 0; index < pairs; index++) {
    const s = rows[index]?.before?.s ?? -1;
    while (left < rows.length && (rows[left]?.before?.s ?? 0) < s) order.push(left++);
    order.push(index);
  }
  while (left < rows.length) order.push(left++);
  return order;
}

/** How many listed values each mask covers. */
function usesOf({ pairs }: Comparison) {
  const uses = new Map<MaskName | OwnMask, number>();
  for (const { maskedValues } of pairs) for (const { mask } of maskedValues) uses.set(mask, (uses.get(mask) ?? 0) + 1);
  return [...uses].map(([mask, values]) => ({ mask, values }));
}
