/**
 * Short numbers by which a server names what a call made: `number: 17` that comes back as `issue_number: 17`. A number alone is
 * no evidence: the names must be of the same family (`id`, or `number`), and what is numbered must be the same thing.
 */
import { labelledNumbers, singular } from '#shared/compare';

type Family = 'id' | 'number';
const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ['id', 'id'],
  ['number', 'number'],
  ['num', 'number'],
  ['no', 'number'],
  ['nr', 'number'],
  ['iid', 'number'],
]);
/** What is counted, or of the network: a number of these is no name of a thing that a call made. */
const COUNTED: ReadonlySet<string> = new Set(
  'page line row column col port phone version max min total retry attempt count size limit offset step chunk part batch level depth house street tax fax serial random lucky'.split(
    ' ',
  ),
);
const DIGITS = /^[1-9]\d{0,17}$/;

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

/** What a member's name says it is the id or number of, in the singular (`issue` of `issue_number`, empty for `number` alone); undefined for a name that says neither, and for what is counted. */
function idName(name: string) {
  const words = wordsOf(name);
  const family = FAMILIES.get(words.at(-1) ?? '');
  const before = words.slice(0, -1);
  if (family === undefined || before.some((word) => COUNTED.has(singular(word)))) return undefined;
  return { family, entity: before.map(singular).join('') };
}

const keyOf = (family: Family, entity: string, value: string): string => `@${family}:${entity}:${value}`;

/** Keys of a number that a call of `tool` gave under `name`, within members of these names. */
export function numberKeys(name: string, value: string, tool: string, within: readonly string[]): string[] {
  const named = DIGITS.test(value) ? idName(name) : undefined;
  if (named?.family !== 'number') return [];
  const { family, entity } = named;
  const entities = entity === '' ? ['', ...wordsOf(tool), ...within.flatMap(wordsOf)].map(singular) : [entity];
  return [...new Set(entities)].map((each) => keyOf(family, each, value));
}

/** The key of a number that the client sends under `name`; undefined for a name that is none of an id. */
export function numberKeyToFind(name: string, value: string): string | undefined {
  const named = DIGITS.test(value) ? idName(name) : undefined;
  return named && keyOf(named.family, named.entity, value);
}

/** A labelled number of a text: what it is called, and its place among those that are called so. */
export interface LabelPlace {
  readonly entity: string;
  readonly at: number;
}

/** The labelled numbers of a text that a call of `tool` gave, each with its keys: an id and a number look the same there. */
export function labelKeys(
  text: string,
  tool: string,
): { readonly keys: readonly string[]; readonly label: LabelPlace }[] {
  const counts = new Map<string, number>();
  return labelledNumbers(text).flatMap(({ value, entity }) => {
    const at = counts.get(entity) ?? 0;
    counts.set(entity, at + 1);
    if (!DIGITS.test(value) || COUNTED.has(entity)) return [];
    const entities = entity === '' ? ['', ...wordsOf(tool).map(singular)] : ['', entity];
    const keys = [...new Set(entities)].flatMap((each) => [keyOf('id', each, value), keyOf('number', each, value)]);
    return [{ keys, label: { entity, at } }];
  });
}

/** The number at a labelled place of a text. */
export const labelledAt = (text: string, { entity, at }: LabelPlace): string | undefined =>
  labelledNumbers(text).filter((each) => each.entity === entity)[at]?.value;
