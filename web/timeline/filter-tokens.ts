/** The filter text in coloured pieces, and what could be typed next. */
import { FILTER_TOKEN } from '#shared/base';
import { FILTER_PROPERTIES, FINDING_VALUES, parseFilter, STATUS_VALUES, type FilterProperty } from '#shared/timeline';
import type { Seen } from './seen-values.ts';

export interface FilterPiece {
  readonly text: string;
  readonly kind: 'plain' | 'property' | 'unknown';
}

/** The whole text, in pieces. */
export function filterPieces(text: string): FilterPiece[] {
  const pieces: FilterPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(FILTER_TOKEN)) {
    const [token] = match;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), kind: 'plain' });
    at = match.index + token.length;
    const name = /^-?([a-z]+):/.exec(token);
    if (parseFilter(token).unknown.length > 0) pieces.push({ text: token, kind: 'unknown' });
    else if (name && isProperty(name[1])) {
      pieces.push({ text: name[0], kind: 'property' });
      pieces.push({ text: token.slice(name[0].length), kind: 'plain' });
    } else pieces.push({ text: token, kind: 'plain' });
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kind: 'plain' });
  return pieces;
}

const isProperty = (name: string | undefined): name is FilterProperty =>
  (FILTER_PROPERTIES as readonly (string | undefined)[]).includes(name);

export interface Suggestion {
  /** What the token becomes. */
  readonly token: string;
  /** What a hint is to be found for: the property, or the value. */
  readonly property: FilterProperty;
  readonly value?: string;
}

export interface Suggestions {
  /** Part of the text that is replaced. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Suggestion[];
}

const MOST = 12;
const FIXED: { readonly [property in FilterProperty]?: readonly string[] } = {
  dir: ['c2s', 's2c'],
  finding: FINDING_VALUES,
  status: STATUS_VALUES,
  by: ['user', 'auto', 'host', 'rerun', 'exercise', 'mock', 'tap'],
  dur: ['>100ms', '>1s', '>10s'],
  size: '>1k >10k >1m'.split(' '),
};

/** What could stand where the cursor is. `seen` gives values that occur in the session. */
export function suggest(text: string, cursor: number, seen: Seen & { readonly rule: readonly string[] }): Suggestions {
  const match = [...text.matchAll(FILTER_TOKEN)].find(
    (each) => each.index < cursor && cursor <= each.index + each[0].length,
  );
  const from = match?.index ?? cursor;
  const to = from + (match?.[0].length ?? 0);
  const [, sign = '', name, typed = ''] = /^(-?)(?:([a-z]+):)?"?(.*)$/s.exec(text.slice(from, cursor)) ?? [];
  const wanted = typed.toLowerCase();
  const values = (property: FilterProperty): readonly string[] =>
    property === 'method' || property === 'tool' || property === 'kind' || property === 'rule'
      ? seen[property]
      : (FIXED[property] ?? []);
  const ofValues = (property: FilterProperty): Suggestion[] =>
    values(property)
      .filter((value) => value.toLowerCase().includes(wanted) && value !== typed)
      .map((value) => ({ token: `${sign}${property}:${value}`, property, value }));
  if (name !== undefined) return { from, to, items: isProperty(name) ? ofValues(name).slice(0, MOST) : [] };
  const properties = FILTER_PROPERTIES.filter((property) => property.startsWith(wanted)).map(
    (property): Suggestion => ({
      token: `${sign}${property}:`,
      property,
    }),
  );
  const methods = wanted.length > 1 ? ofValues('method') : [];
  return { from, to, items: [...properties, ...methods].slice(0, MOST) };
}
