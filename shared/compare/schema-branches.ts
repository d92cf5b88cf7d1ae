/** Which branch of an `anyOf` became which. */
import { ExactObject, type Exact } from './exact-json.ts';
import { keyOfJson } from './json-key.ts';

export interface BranchPairs {
  /** Branches that are not equal and stand for each other, with the place of the second. */
  readonly pairs: readonly (readonly [before: Exact, after: Exact, at: number])[];
  readonly gone: readonly (readonly [before: Exact, at: number])[];
  readonly come: readonly (readonly [after: Exact, at: number])[];
}

/** Equal branches are paired wherever they stand; then those of one type and title, in their order; the rest came or went. */
export function branchPairs(before: readonly Exact[], after: readonly Exact[]): BranchPairs {
  let [was, is] = [[...before.entries()], [...after.entries()]];
  const pairs: [Exact, Exact, number][] = [];
  for (const key of [keyOfJson, kindOf]) {
    const free = new Map<string, [number, Exact][]>();
    for (const entry of is) {
      const known = free.get(key(entry[1]));
      if (known) known.push(entry);
      else free.set(key(entry[1]), [entry]);
    }
    const taken = new Set<number>();
    was = was.filter(([, branch]) => {
      const partner = free.get(key(branch))?.shift();
      if (!partner) return true;
      taken.add(partner[0]);
      if (key === kindOf) pairs.push([branch, partner[1], partner[0]]);
      return false;
    });
    is = is.filter(([at]) => !taken.has(at));
  }
  return { pairs, gone: was.map(([at, branch]) => [branch, at]), come: is.map(([at, branch]) => [branch, at]) };
}

/** Equal for branches that are about the same kind of value. */
function kindOf(branch: Exact): string {
  if (!(branch instanceof ExactObject)) return 'other';
  const of = (name: string): string => {
    const value = branch.members.get(name);
    return value === undefined ? '' : keyOfJson(value);
  };
  return [of('type'), of('$ref'), of('title'), of('const')].join('\0');
}
