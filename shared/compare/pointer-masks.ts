/** The person's own masks by their places: JSON Pointers with `*` and `**`, limited to a method or to what a request is about. */
import { escapeName, unescapeName } from '#shared/jsonrpc';
import type { Masks, Path } from './types.ts';
import { limitOf, type ValueLimit } from './value-limits.ts';

/** The members of a `Path`; `#` stands where it goes into a string. */
export const pathMembers = (path: Path): string[] => rawMembers(path).map(unescaped);

/** Members as they are written, without `/` and with `#` by itself. */
function rawMembers(path: Path): string[] {
  return path
    .split('/')
    .slice(1)
    .flatMap((member) => (member.endsWith('#') ? [member.slice(0, -1), '#'] : [member]));
}

const unescaped = (member: string): string => unescapeName(member.replaceAll('~3', '*').replaceAll('~2', '#'));

/** The `Path` of members; a member `#` marks the way into a string. */
export function pathOf(members: readonly string[]): Path {
  let path = '';
  for (const member of members) path += member === '#' ? '#' : `/${escaped(member)}`;
  return path;
}

function escaped(member: string): string {
  if (/^\*+$/.test(member)) return member.replaceAll('*', '~3');
  return escapeName(member).replaceAll('#', '~2');
}

// Where it stands in an operation how it ended. A mask there would let a failing call count as the same.
const PART = '(?:(?:(?:rounds|requests)/\\d+|task)/)?';
const ENDING = new RegExp(`^${PART}(?:outcome|status|result/isError|error/code)$|^http/status$`);
const HOLDER = new RegExp(`^${PART}[^/]+$|^(?:rounds|requests)/\\d+$`);
const MAX_DEPTH = 4;

/** True for the place of an outcome, an error code, an `isError`, the status of a task or of HTTP. `path` is its members. */
export const isEnding = (path: readonly string[]): boolean => path.length <= MAX_DEPTH && ENDING.test(path.join('/'));

/** True for such a place, and for those parts of an operation that may hold one. */
const mayHoldEnding = (path: readonly string[]): boolean =>
  isEnding(path) || (path.length <= MAX_DEPTH && HOLDER.test(path.join('/')));

export const isMaskPointer = (pointer: string): boolean => pointer.startsWith('/') || pointer.startsWith('**/');

/** Pointers by their members, so that one walk along a path asks for all of them. */
interface Branch {
  readonly below: Map<string, Branch>;
  /** Behind a `*`. */
  any?: Branch;
  /** Behind a `**`, which stays where it is whatever comes. */
  deep?: Branch;
  readonly stays?: true;
  /** A pointer ends here: what is here and below is covered. */
  covers: boolean;
  /** Pointers that end here and say how the value may differ. */
  readonly limits: ValueLimit[];
}
export type Places = readonly Branch[];
export const NO_PLACES: Places = [];

const branch = (): Branch => ({ below: new Map(), covers: false, limits: [] });

function under(branches: Map<string, Branch>, name: string): Branch {
  const known = branches.get(name);
  if (known) return known;
  const begun = branch();
  branches.set(name, begun);
  return begun;
}

function memberBranch(from: Branch, member: string): Branch {
  if (member === '*') return (from.any ??= branch());
  if (member === '**') return (from.deep ??= { ...branch(), stays: true });
  return under(from.below, unescaped(member));
}

const keyOf = (method: string | undefined, about: string | undefined): string =>
  JSON.stringify([method ?? null, about ?? null]);

/** Gives the places of the masks that apply to operations of a method about something. */
export function pointerPlaces({ pointers }: Masks) {
  const roots = new Map<string, Branch>();
  for (const mask of pointers) {
    const { pointer, method, about } = mask;
    const members = rawMembers(pointer.startsWith('/') ? pointer : `/${pointer}`);
    const limit = limitOf(mask);
    // What can't be read covers nothing.
    if (members.length === 0 || typeof limit === 'string') continue;
    let at = under(roots, keyOf(method, about));
    for (const member of members) at = memberBranch(at, member);
    if (limit) at.limits.push(limit);
    else at.covers = true;
  }
  return (method: string | undefined, about: string | undefined): Places => {
    if (roots.size === 0) return NO_PLACES;
    const keys = [keyOf(undefined, undefined), keyOf(method, undefined), keyOf(undefined, about), keyOf(method, about)];
    return [...new Set(keys)].flatMap((key) => roots.get(key) ?? []);
  };
}

const NOT_POINTED_AT = { covers: false, limits: [] as readonly ValueLimit[] };
const COVERED = { ...NOT_POINTED_AT, covers: true };

/** What the places say of a path: whether one covers it (then any value counts as equal), and limits of which each by itself is enough. `**` never leads to how an operation ended. */
export function pointedAt(places: Places, path: readonly string[]): typeof NOT_POINTED_AT {
  if (places.length === 0) return NOT_POINTED_AT;
  let reached = withDeep(new Map(places.map((each) => [each, false])));
  for (const [at, member] of path.entries()) {
    const next = new Map<Branch, boolean>();
    const reach = (to: Branch | undefined, deep: boolean): void => {
      if (to) next.set(to, deep && next.get(to) !== false);
    };
    for (const [from, deep] of reached) {
      reach(from.below.get(member), deep);
      reach(from.any, deep);
      if (from.stays) reach(from, true);
    }
    reached = withDeep(next);
    if (reached.size === 0) return NOT_POINTED_AT;
    for (const [{ covers }, deep] of reached)
      if (covers && !(deep && mayHoldEnding(path.slice(0, at + 1)))) return COVERED;
  }
  const ends = mayHoldEnding(path);
  return { covers: false, limits: [...reached].flatMap(([{ limits }, deep]) => (deep && ends ? [] : limits)) };
}

/** Branches with those memberBranch a `**`, which may stand for nothing; each with whether a `**` led to it. */
function withDeep(reached: Map<Branch, boolean>): Map<Branch, boolean> {
  for (const [{ deep }] of reached) if (deep && !reached.has(deep)) reached.set(deep, true);
  return reached;
}
