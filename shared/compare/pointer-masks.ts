/** The person's own masks: JSON Pointers with `*` for any one member or index, limited to a method or to what a request is about. */
import type { Masks, PointerMask, Path } from './types.ts';

/** The members of a `Path`; `#` stands where it goes into a string. */
export function pathMembers(path: Path): string[] {
  return path
    .split('/')
    .slice(1)
    .flatMap((member) => {
      const text = member.endsWith('#') ? member.slice(0, -1) : member;
      const name = text.replaceAll('~2', '#').replaceAll('~1', '/').replaceAll('~0', '~');
      return member.endsWith('#') ? [name, '#'] : [name];
    });
}

/** The `Path` of members; a member `#` marks the way into a string. */
export function pathOf(members: readonly string[]): Path {
  let path = '';
  for (const member of members)
    path += member === '#' ? '#' : `/${member.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('#', '~2')}`;
  return path;
}

/** Pointers by their members, so that one walk along a path asks for all of them. */
interface Branch {
  readonly below: Map<string, Branch>;
  /** A pointer ends here: what is here and below is covered. */
  covers: boolean;
}
/** The pointers that apply to one kind of operation. */
export type Patterns = readonly Branch[];
export const NO_PATTERNS: Patterns = [];

/** The branch of a name, which is begun where there is none. */
function under(branches: Map<string, Branch>, name: string): Branch {
  const known = branches.get(name);
  if (known) return known;
  const branch: Branch = { below: new Map(), covers: false };
  branches.set(name, branch);
  return branch;
}

const keyOf = (method: string | undefined, about: string | undefined): string =>
  JSON.stringify([method ?? null, about ?? null]);

/** Those masks of a set that apply to one kind of operation. */
export class PointerMasks {
  readonly #roots = new Map<string, Branch>();

  constructor({ pointers }: Masks) {
    for (const mask of pointers) this.#put(mask);
  }

  #put({ pointer, method, about }: PointerMask): void {
    const members = pathMembers(pointer);
    if (members.length === 0) return;
    let branch = under(this.#roots, keyOf(method, about));
    for (const member of members) branch = under(branch.below, member);
    branch.covers = true;
  }

  /** The patterns for operations of a method about something. */
  for(method: string | undefined, about: string | undefined): Patterns {
    if (this.#roots.size === 0) return NO_PATTERNS;
    const keys = new Set([
      keyOf(undefined, undefined),
      keyOf(method, undefined),
      keyOf(undefined, about),
      keyOf(method, about),
    ]);
    return [...keys].flatMap((key) => this.#roots.get(key) ?? []);
  }
}

/** True when one of the patterns covers the place, or something that holds it. */
export function isPointedAt(patterns: Patterns, path: readonly string[]): boolean {
  let reached = patterns;
  for (const member of path) {
    if (reached.length === 0) return false;
    const next: Branch[] = [];
    for (const { below } of reached) {
      const [named, any] = [below.get(member), member === '*' ? undefined : below.get('*')];
      if (named) next.push(named);
      if (any) next.push(any);
    }
    if (next.some(({ covers }) => covers)) return true;
    reached = next;
  }
  return false;
}
