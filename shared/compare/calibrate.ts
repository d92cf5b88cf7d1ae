/** Calibration: the same plan ran twice against the same server, so what differs between the runs says nothing about it. */
import type { Recorded } from '#shared/recording';
import { compareRecordings } from './compare.ts';
import { DEFAULT_MASKS } from './masks.ts';
import { pathMembers, pathOf } from './pointer-masks.ts';
import type { Comparison, DefinitionChange, Difference, Masks, Pair, PointerMask } from './types.ts';

/** A mask that would make two runs equal, with what it is offered for. Nothing is masked until someone accepts it. */
export interface SuggestedMask {
  readonly mask: PointerMask;
  /** Differences that it covers. */
  readonly covers: number;
  /** Values of the two runs, the first few. */
  readonly evidence: readonly { readonly path: string; readonly before?: string; readonly after?: string }[];
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

const MOST_EVIDENCE = 3;
/** From so many indexes of one list on, any index is offered. */
const SOME_INDEXES = 2;
/** Longest value in the words of what comes and goes, in UTF-16 units. */
const MOST_VALUE = 200;
/**
 * Where it stands that something failed. A mask there would let a failing call count as the same, and what a call gives tells
 * nothing of what it gives when it fails.
 */
const ENDING = /^\/(?:outcome|task\/status|(?:task\/)?result\/isError|requests\/\d+\/outcome)$/;
/** How a kind of definition is listed. */
const LISTED_BY: { readonly [of in DefinitionChange['of']]: string } = {
  tool: 'tools/list',
  resource: 'resources/list',
  resourceTemplate: 'resources/templates/list',
  prompt: 'prompts/list',
};
/** An object of which so many members come and go is a table, such as the variables of a process: it is offered as a whole. */
const SOME_MEMBERS = 3;

/** What differs between two runs in spite of `masks`, as masks to choose from, those that cover most first. Never throws. */
export function suggestMasks(first: Recorded, second: Recorded, masks: Masks = DEFAULT_MASKS): Suggestions {
  return suggestFrom(compareRecordings(first, second, { masks }));
}

/**
 * The same from a comparison that was made already; of its pairs alone when the rest is left out. For an operation that ended
 * otherwise no mask is offered: it is unsteady.
 */
export function suggestFrom(comparison: Pick<Comparison, 'pairs'> & Partial<Comparison>): Suggestions {
  const groups = new Map<string, Group>();
  const unsteady: Unsteady[] = [];
  for (const pair of comparison.pairs) {
    const { verdict, method, about, differences } = pair;
    const named = namedOf(pair);
    if (verdict === 'missing' || verdict === 'extra' || verdict === 'moved') unsteady.push({ verdict, ...named });
    const endings = differences.filter(({ path }) => ENDING.test(path));
    if (endings.length > 0) {
      unsteady.push(...endings.flatMap(({ path, before, after }) => eachRun(named, path, before, after)));
      continue;
    }
    const tables = tablesIn(differences);
    for (const { path: exact, before, after } of differences) {
      const table = tables.find((each) => exact.startsWith(`${each}/`));
      // What is inside a text is masked with the text.
      const path = table === undefined ? exact : table.replace(/#$/, '');
      const anyIndex = pathOf(pathMembers(path).map((member) => (/^\d+$/.test(member) ? '*' : member)));
      const key = `${method ?? ''}\0${about ?? ''}\0${anyIndex}`;
      const group = groups.get(key) ?? { anyIndex, masks: [] };
      groups.set(key, group);
      const evidence = {
        path: exact,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      };
      const known = group.masks.find(({ mask }) => mask.pointer === path);
      if (!known) group.masks.push({ mask: { pointer: path, ...named }, covers: 1, evidence: [evidence] });
      else {
        known.covers++;
        if (known.evidence.length < MOST_EVIDENCE) known.evidence.push(evidence);
      }
    }
  }
  const suggested = [...groups.values()].flatMap(({ anyIndex, masks: group }): SuggestedMask[] => {
    const [first] = group;
    if (!first || group.length < SOME_INDEXES) return group;
    return [
      {
        mask: { ...first.mask, pointer: anyIndex },
        covers: group.reduce((sum, each) => sum + each.covers, 0),
        evidence: group.flatMap(({ evidence }) => evidence).slice(0, MOST_EVIDENCE),
      },
    ];
  });
  unsteady.push(...unsteadyBeside(comparison));
  return { suggested: suggested.sort((one, other) => other.covers - one.covers), unsteady };
}

function namedOf({ method, about }: Pick<Pair, 'method' | 'about'>): Pick<Unsteady, 'method' | 'about'> {
  return { ...(method === undefined ? {} : { method }), ...(about === undefined ? {} : { about }) };
}

/** What each run has in a place of something; `path` is empty for the whole of it. */
function eachRun(
  named: Pick<Unsteady, 'method' | 'about'>,
  path: string,
  before: string | undefined,
  after: string | undefined,
): Unsteady[] {
  const of = (verdict: 'missing' | 'extra', value = ''): Unsteady => {
    const short = value.length > MOST_VALUE ? `${value.slice(0, MOST_VALUE)}…` : value;
    const what = [path, short].filter((part) => part !== '').join(': ');
    return { verdict, ...named, ...(what === '' ? {} : { what }) };
  };
  if (before === undefined) return [of('extra', after)];
  return after === undefined ? [of('missing', before)] : [of('missing', before), of('extra', after)];
}

/** What counts beside the operations: definitions but for cosmetic changes, facts of the session, broken messages, notifications. */
function unsteadyBeside({ definitions = [], facts = [], broken = [], ambient = [] }: Partial<Comparison>): Unsteady[] {
  return [
    ...definitions
      .filter((change) => change.class !== 'cosmetic')
      .flatMap(({ of, name, path, before, after }) =>
        eachRun({ method: LISTED_BY[of], about: name }, path, before, after),
      ),
    ...facts
      .filter(({ counts }) => counts)
      .flatMap(({ fact, path = '', before, after }) => eachRun({ about: fact }, path, before, after)),
    ...broken
      .filter(({ counts }) => counts)
      .flatMap(({ method, fault, text }) => eachRun(method === undefined ? {} : { method }, fault, undefined, text)),
    ...ambient
      .filter(({ counts }) => counts)
      .flatMap(({ method, before, after }) => eachRun({ method }, 'times', String(before), String(after))),
  ];
}

/** The paths of objects whose members come and go. */
function tablesIn(differences: readonly Difference[]): string[] {
  const counts = new Map<string, number>();
  for (const { path, kind } of differences) {
    const parent = path.slice(0, path.lastIndexOf('/'));
    // A part of the operation is no table, and the places of a list are offered as any of them.
    if (kind === 'changed' || parent.lastIndexOf('/') <= 0 || /\/\d+$/.test(path)) continue;
    counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  return [...counts].flatMap(([parent, count]) => (count >= SOME_MEMBERS ? [parent] : []));
}

interface Group {
  /** The pointer with any index in place of each. */
  readonly anyIndex: string;
  readonly masks: {
    readonly mask: PointerMask;
    covers: number;
    readonly evidence: SuggestedMask['evidence'][number][];
  }[];
}

/** Masks with further ones, of which those that are there already are left out. */
export function addMasks(masks: Masks, more: readonly PointerMask[]): Masks {
  const keyOf = ({ pointer, method, about }: PointerMask): string => JSON.stringify([pointer, method, about]);
  const known = new Set(masks.pointers.map(keyOf));
  return { ...masks, pointers: [...masks.pointers, ...more.filter((mask) => !known.has(keyOf(mask)))] };
}
