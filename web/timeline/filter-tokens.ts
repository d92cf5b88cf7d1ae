/** The filter text in coloured pieces, and what could be typed next. */
import { FILTER_PROPERTIES, FINDING_VALUES, parseFilter, STATUS_VALUES, type FilterProperty } from '#shared/timeline';
import type { Seen } from '../session/seen-values.ts';
import { tokenPieces, type TokenPiece } from '../ui/tokens/pieces.ts';
import { suggestTokens, type Suggestions } from '../ui/tokens/suggest.ts';

export const filterPieces = (text: string): TokenPiece[] =>
  tokenPieces(text, FILTER_PROPERTIES, (token) => parseFilter(token).unknown.length > 0);

const FIXED: { readonly [property in FilterProperty]?: readonly string[] } = {
  dir: ['c2s', 's2c'],
  finding: FINDING_VALUES,
  status: STATUS_VALUES,
  by: ['user', 'auto', 'host', 'rerun', 'exercise', 'mock', 'tap'],
  dur: ['>100ms', '>1s', '>10s'],
  size: '>1k >10k >1m'.split(' '),
};

export function suggest(
  text: string,
  cursor: number,
  seen: Seen & { readonly rule: readonly string[] },
): Suggestions<FilterProperty> {
  return suggestTokens<FilterProperty>(text, cursor, {
    properties: FILTER_PROPERTIES,
    values: (property) =>
      property === 'method' || property === 'tool' || property === 'kind' || property === 'rule'
        ? seen[property]
        : (FIXED[property] ?? []),
  });
}
