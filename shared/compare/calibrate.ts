/** Calibration: the same plan ran twice against the same server, so what differs between the runs says nothing about it. */
import type { Recorded } from '#shared/recording';
import { compareRecordings } from './compare.ts';
import { DEFAULT_MASKS } from './masks.ts';
import { pathMembers, pathOf } from './pointer-masks.ts';
import type { Comparison, Difference, Masks, PointerMask } from './types.ts';

/** A mask that would make two runs equal, with what it is offered for. Nothing is masked until someone accepts it. */
export interface SuggestedMask {
  readonly mask: PointerMask;
  /** Differences that it covers. */
  readonly covers: number;
  /** Values of the two runs, the first few. */
  readonly evidence: readonly { readonly path: string; readonly before?: string; readonly after?: string }[];
}

export interface Suggestions {
  readonly suggested: readonly SuggestedMask[];
  /** What two runs differ in that no mask can cover: operations that come and go. */
  readonly unsteady: readonly {
    readonly verdict: 'missing' | 'extra' | 'moved';
    readonly method?: string;
    readonly about?: string;
  }[];
}

const MOST_EVIDENCE = 3;
/** From so many indexes of one list on, any index is offered. */
const SOME_INDEXES = 2;
/** An object of which so many members come and go is a table, such as the variables of a process: it is offered as a whole. */
const SOME_MEMBERS = 3;

/** What differs between two runs in spite of `masks`, as masks to choose from, those that cover most first. Never throws. */
export function suggestMasks(first: Recorded, second: Recorded, masks: Masks = DEFAULT_MASKS): Suggestions {
  return suggestFrom(compareRecordings(first, second, { masks }));
}

/** The same from a comparison that was made already. */
export function suggestFrom({ pairs }: Pick<Comparison, 'pairs'>): Suggestions {
  const groups = new Map<string, Group>();
  const unsteady: Suggestions['unsteady'][number][] = [];
  for (const { verdict, method, about, differences } of pairs) {
    const named = { ...(method === undefined ? {} : { method }), ...(about === undefined ? {} : { about }) };
    if (verdict === 'missing' || verdict === 'extra' || verdict === 'moved') unsteady.push({ verdict, ...named });
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
  return { suggested: suggested.sort((one, other) => other.covers - one.covers), unsteady };
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
