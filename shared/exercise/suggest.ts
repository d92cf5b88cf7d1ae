/** Which of the values that a server has told of a call is made with, before one is made up. */
import { escapeName } from '#shared/jsonrpc';
import type { Suggest } from '#shared/mcp';
import type { PlanFacts } from './facts.ts';
import { pathOfUri } from './learned.ts';
import type { Learned, StepValue } from './step.ts';
import { FOLDER_WORDS, subjectsOf, wordsOf } from './name-words.ts';

const MAX_LISTED_COUNT = 100;

const PLACES: ReadonlySet<string> = new Set([
  ...FOLDER_WORDS,
  ...'path file filename filepath source destination'.split(' '),
]);
const ADDRESSES: ReadonlySet<string> = new Set('uri url link href resource'.split(' '));
const FORMATS_OF_ADDRESSES: readonly unknown[] = ['uri', 'url', 'iri', 'uri-reference'];

/** Everything that the server, or the person for it, has told so far: what came last goes first, of one answer what came first. */
export function knownValues({ state, done, answers }: PlanFacts): readonly Learned[] {
  const learned = [...done.values()].flatMap(({ learned: each }) => (each ? [each] : []));
  const listed = state.lists.resources.items.all.slice(0, MAX_LISTED_COUNT).flatMap((item): Learned[] => {
    const { uri } = typeof item === 'object' && item !== null ? (item as { readonly uri?: unknown }) : {};
    return typeof uri === 'string' ? placesOf(uri, 'resources/list', 'file') : [];
  });
  const roots = (answers.roots ?? []).slice(0, MAX_LISTED_COUNT).flatMap(({ uri }) => placesOf(uri, 'roots', 'folder'));
  return [...learned.toReversed().flat(), ...roots, ...listed];
}

function placesOf(uri: string, of: string, kind: 'file' | 'folder'): Learned[] {
  const path = pathOfUri(uri);
  const address: Learned = { kind: 'uri', value: uri, name: 'uri', about: [], of };
  return path === undefined ? [address] : [address, { kind, value: path, name: 'path', about: [], of }];
}

/** Name of what a call that may overwrite is pointed at: nothing of the person's has it. */
const NEW_NAME = 'lifeline-exercise';

/** Suggest values for arguments of `tool` from `known` (asked for when needed). One that `mayDestroy` never gets an existing name. */
export function suggestFor(tool: string, known: () => readonly Learned[], mayDestroy = false): Suggest {
  let all: readonly Learned[] | undefined;
  return (name, kind, schema) => {
    all ??= known();
    const wanted = { tool, name, kind, address: FORMATS_OF_ADDRESSES.includes(schema['format']) };
    const best = bestOf(mayDestroy ? all.filter((each) => each.kind === 'folder') : all, wanted);
    if (!best) return undefined;
    const value = mayDestroy ? newPlace(String(best.value), [...wordsOf(name), ...subjectsOf(tool)]) : best.value;
    return { value: kind === 'string' ? String(value) : value, of: best.of };
  };
}

function newPlace(folder: string, words: readonly string[]): string {
  const separator = /^[A-Za-z]:\\/.test(folder) ? '\\' : '/';
  return `${folder.replace(/[\\/]$/, '')}${separator}${NEW_NAME}${words.includes('file') ? '.txt' : ''}`;
}

type Wanted = { tool: string; name: string; kind: 'string' | 'number'; address: boolean };

function bestOf(known: readonly Learned[], wanted: Wanted): Learned | undefined {
  if (known.length === 0) return undefined;
  const words = wordsOf(wanted.name);
  const subjects = subjectsOf(wanted.tool);
  let best: { readonly learned: Learned; readonly score: number } | undefined;
  for (const learned of known) {
    if (wanted.kind === 'number' && typeof learned.value !== 'number') continue;
    const score = scoreOf(learned, wanted, words, subjects);
    if (score > (best?.score ?? 0)) best = { learned, score };
  }
  return best?.learned;
}

/** True for `repositoryPath` and `file_name`, and not for `resourceId`, `pathPattern`: the last word says what is asked for. */
const endsIn = (words: readonly string[], kinds: ReadonlySet<string>): boolean =>
  kinds.has(words.at(-1) ?? '') || (words.at(-1) === 'name' && kinds.has(words.at(-2) ?? ''));

function scoreOf(
  { kind, name, about, value }: Learned,
  { address }: Wanted,
  words: readonly string[],
  subjects: readonly string[],
): number {
  if (address || endsIn(words, ADDRESSES)) {
    if (kind !== 'uri') return 0;
    return words.includes('url') && !/^https?:/i.test(String(value)) ? 0 : 3;
  }
  if (endsIn(words, PLACES)) return scoreOfPlace(kind, words, subjects);
  if (kind === 'uri') return 0;
  const own = wordsOf(name);
  const [last] = words.slice(-1);
  if (last === undefined || own.at(-1) !== last) return 0;
  const isGeneral = ['id', 'name', 'key', 'number', 'title'].includes(last);
  const same = words.join(' ') === own.join(' ');
  if (!isGeneral) return same ? 5 : 0;
  // An id of a user is no id of an order: what it belongs to has to fit.
  const owners = [...own.slice(0, -1), ...about];
  const wantedOwners = words.length > 1 ? words.slice(0, -1) : subjects;
  if (wantedOwners.some((word) => owners.includes(word))) return same ? 5 : 4;
  return 0;
}

function scoreOfPlace(kind: Learned['kind'], words: readonly string[], subjects: readonly string[]): number {
  if (kind !== 'path' && kind !== 'folder' && kind !== 'file') return 0;
  const folder = [...words, ...subjects].some((word) => FOLDER_WORDS.has(word)) && !words.includes('file');
  if (kind === 'path') return 2;
  return (kind === 'folder') === folder ? 3 : 1;
}

export const pointerTo = (name: string): string => `/${escapeName(name)}`;

export const givenValues = (given: object): StepValue[] =>
  Object.keys(given).map((name) => ({ at: pointerTo(name), from: 'given' }));
