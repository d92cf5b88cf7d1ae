/** Calibration: the same plan ran twice against the same server, so what differs between the runs says nothing about it. */
import { defined } from '#shared/base';
import type { Recorded } from '#shared/recording';
import { compareRecordings } from './compare-logs.ts';
import { DEFAULT_MASKS } from './masks.ts';
import { isOfEnding, patternForDifference } from './pattern-from.ts';
import type { Comparison, DefinitionChange, Masks, PointerMask } from './types.ts';
import { limitOf, withinLimit } from './value-limits.ts';
import { parseExact } from './exact-json.ts';

/** A mask that would make two runs equal, with what it is offered for. Nothing is masked until someone accepts it. */
export interface SuggestedMask {
  readonly mask: PointerMask;
  readonly covers: number;
  readonly evidence: readonly { readonly path: string; readonly before: string; readonly after: string }[];
}

/** What only one of two runs has, and no mask covers. What both have otherwise is told twice, with the words of each. */
export interface Unsteady {
  /** `missing`: only the first run has it. `extra`: only the second. */
  readonly verdict: 'missing' | 'extra' | 'moved';
  /** Of an operation or notification; of a definition, the method that lists it; absent for a fact of the session. */
  readonly method?: string;
  /** What an operation is about, the name of a definition, or which fact of the session it is. */
  readonly about?: string;
  /** What of it comes and goes, with where it stands; absent when that is the whole operation. */
  readonly what?: string;
}

export interface Suggestions {
  readonly suggested: readonly SuggestedMask[];
  /**
   * What two runs differ in that no mask is offered for: operations that come and go or end otherwise, definitions, facts of
   * the session and counts of notifications. With nothing here and nothing suggested, the comparison of the two is `same`.
   */
  readonly unsteady: readonly Unsteady[];
}

const MAX_EVIDENCE_COUNT = 3;
/** From so many indexes of one list on, any index is offered. */
const SOME_INDEXES = 2;
/** Patterns offered for one place, and pairs of values that a further one is tried with. */
const MAX_OFFER_COUNT = 5;
const MAX_TRIED_COUNT = 50;
const MAX_VALUE_CHARS = 200;
/** The methods that list definitions. */
export const LISTED_BY: { readonly [of in DefinitionChange['of']]: string } = {
  tool: 'tools/list',
  resource: 'resources/list',
  resourceTemplate: 'resources/templates/list',
  prompt: 'prompts/list',
};

/** What differs between two runs in spite of `masks`, as masks to choose from, those that cover most first. Never throws. */
export function suggestMasks(first: Recorded, second: Recorded, masks: Masks = DEFAULT_MASKS): Suggestions {
  return suggestFrom(compareRecordings(first, second, { masks }));
}

/**
 * The same from a comparison that was made already; of its pairs alone when the rest is left out. A mask is offered for values of
 * one type that have something in common, and says what. For an operation that ended otherwise none is: it is unsteady, as is
 * what only one run has, or has in another type.
 */
export function suggestFrom(comparison: Pick<Comparison, 'pairs'> & Partial<Comparison>): Suggestions {
  const groups = new Map<string, Group>();
  const unsteady: Unsteady[] = [];
  for (const pair of comparison.pairs) {
    const { verdict, method, about, differences } = pair;
    const named = defined({ method, about });
    if (verdict === 'missing' || verdict === 'extra' || verdict === 'moved') unsteady.push({ verdict, ...named });
    const endings = differences.filter(isOfEnding);
    if (endings.length > 0) {
      unsteady.push(...endings.flatMap(({ path, before, after }) => eachRun(named, path, before, after)));
      continue;
    }
    for (const difference of differences) {
      const { path, before, after } = difference;
      const pattern = patternForDifference(difference);
      if (pattern === undefined || before === undefined || after === undefined) {
        unsteady.push(...eachRun(named, path, before, after));
        continue;
      }
      const anyIndex = path
        .split('/')
        .map((member) => member.replace(/^\d+(?=#?$)/, '*'))
        .join('/');
      const key = `${method ?? ''}\0${about ?? ''}\0${anyIndex}`;
      const group = groups.get(key) ?? { anyIndex, offers: new Map<string, Offer[]>() };
      groups.set(key, group);
      if (!offer(group, { pointer: path, pattern, ...named }, { path, before, after }))
        unsteady.push(...eachRun(named, path, before, after));
    }
  }
  const suggested = [...groups.values()].flatMap(offered);
  unsteady.push(...unsteadyOutsidePairs(comparison));
  return { suggested: suggested.sort((one, other) => other.covers - one.covers), unsteady };
}

/** Take a difference into a group, by a mask that is there or a further one; false where there are too many for one place. */
function offer({ offers }: Group, mask: Offer['mask'], evidence: Evidence): boolean {
  const here = offers.get(mask.pointer) ?? [];
  offers.set(mask.pointer, here);
  const known = here.find((each) => fitsAll(each.mask.pattern, [evidence]));
  const wider = known ? undefined : here.find((each) => fitsAll(mask.pattern, each.evidence));
  const met = known ?? wider;
  if (!met) {
    if (here.length < MAX_OFFER_COUNT) here.push({ mask, covers: 1, evidence: [evidence] });
    return here.at(-1)?.mask === mask;
  }
  if (wider) wider.mask = mask;
  met.covers++;
  if (met.evidence.length < MAX_TRIED_COUNT) met.evidence.push(evidence);
  return true;
}

function offered({ anyIndex, offers }: Group): SuggestedMask[] {
  const all = [...offers.values()].flat();
  const evidence = all.flatMap((each) => each.evidence);
  const common = offers.size < SOME_INDEXES ? undefined : all.find(({ mask }) => fitsAll(mask.pattern, evidence));
  if (!common) return all.map((each) => ({ ...each, evidence: each.evidence.slice(0, MAX_EVIDENCE_COUNT) }));
  return [
    {
      mask: { ...common.mask, pointer: anyIndex },
      covers: all.reduce((sum, each) => sum + each.covers, 0),
      evidence: evidence.slice(0, MAX_EVIDENCE_COUNT),
    },
  ];
}

/** True for a pattern that both values of each pair fit. */
function fitsAll(pattern: string, evidence: readonly Evidence[]): boolean {
  const limit = limitOf({ pattern });
  if (limit === undefined || typeof limit === 'string') return false;
  return evidence.every(({ before, after }) => withinLimit(limit, parseExact(before), parseExact(after)) !== undefined);
}

/** What each run has in a place of something; `path` is empty for the whole of it. */
function eachRun(
  named: Pick<Unsteady, 'method' | 'about'>,
  path: string,
  before: string | undefined,
  after: string | undefined,
): Unsteady[] {
  const of = (verdict: 'missing' | 'extra', value = ''): Unsteady => {
    const short = value.length > MAX_VALUE_CHARS ? `${value.slice(0, MAX_VALUE_CHARS)}…` : value;
    const what = [path, short].filter((part) => part !== '').join(': ');
    return { verdict, ...named, ...(what === '' ? {} : { what }) };
  };
  if (before === undefined) return [of('extra', after)];
  return after === undefined ? [of('missing', before)] : [of('missing', before), of('extra', after)];
}

function unsteadyOutsidePairs({
  definitions = [],
  facts = [],
  broken = [],
  ambient = [],
}: Partial<Comparison>): Unsteady[] {
  return [
    ...definitions
      .filter((change) => change.class !== 'cosmetic')
      .flatMap(({ of, name, path, before, after }) =>
        eachRun({ method: LISTED_BY[of], about: name }, path, before, after),
      ),
    ...counting(facts).flatMap(({ fact, path = '', before, after }) => eachRun({ about: fact }, path, before, after)),
    ...counting(broken).flatMap(({ method, fault, text }) => eachRun(defined({ method }), fault, undefined, text)),
    ...counting(ambient).flatMap(({ method, before, after }) =>
      eachRun({ method }, 'times', String(before), String(after)),
    ),
  ];
}

const counting = <Difference extends { readonly counts: boolean }>(all: readonly Difference[]): Difference[] =>
  all.filter(({ counts }) => counts);

type Evidence = SuggestedMask['evidence'][number];

interface Offer {
  mask: PointerMask & { readonly pattern: string };
  covers: number;
  /** As many as a further pattern is tried with. */
  readonly evidence: Evidence[];
}

interface Group {
  /** The pointer with any index in place of each. */
  readonly anyIndex: string;
  readonly offers: Map<string, Offer[]>;
}

/** Masks with further ones, of which those that are there already are left out. */
export function addMasks(masks: Masks, more: readonly PointerMask[]): Masks {
  const keyOf = ({ pointer, pattern, tolerance, method, about }: PointerMask): string =>
    JSON.stringify([pointer, pattern, tolerance, method, about]);
  const known = new Set(masks.pointers.map(keyOf));
  return { ...masks, pointers: [...masks.pointers, ...more.filter((mask) => !known.has(keyOf(mask)))] };
}
