/** Conditions of breakpoints as a person types them: what can be typed next, and why one can't be judged. */
import { CONDITION_PROPERTIES, CONDITION_VALUES, parseCondition, type ConditionProperty } from '#shared/tap';
import { FILTER_PROPERTIES } from '#shared/timeline';
import type { tappingWords } from './words/index.ts';
import type { Seen } from '../session/seen-values.ts';
import { tokenPieces, type TokenPiece } from '../ui/tokens/pieces.ts';
import { suggestTokens, type Suggestions } from '../ui/tokens/suggest.ts';

/** Values that occur in the session: of `id` those of open requests, which a person may wait for. */
export interface Known extends Pick<Seen, 'method' | 'tool'> {
  readonly id: readonly string[];
}

export const conditionPieces = (text: string): TokenPiece[] =>
  tokenPieces(text, CONDITION_PROPERTIES, (token) => parseCondition(token).unknown.length > 0);

/** What could stand where the cursor is. */
export function suggestCondition(text: string, cursor: number, known: Known): Suggestions<ConditionProperty> {
  const values: { readonly [property in ConditionProperty]: readonly string[] } = {
    ...known,
    ...CONDITION_VALUES,
    size: ['>1k', '>10k', '>1m'],
  };
  return suggestTokens<ConditionProperty>(text, cursor, {
    properties: CONDITION_PROPERTIES,
    values: (property) => values[property],
  });
}

/** A sentence for each token of a condition that can't be judged on one message. */
export function refusedTokens(text: string, { refused }: Pick<typeof tappingWords.now, 'refused'>): string[] {
  return parseCondition(text).unknown.map((token) => {
    const name = /^-?([a-z]+):/.exec(token)?.[1] ?? '';
    const values: { readonly [property: string]: readonly string[] | undefined } = CONDITION_VALUES;
    if ((CONDITION_PROPERTIES as readonly string[]).includes(name))
      return values[name] ? refused.value(token, values[name].join(', ')) : refused.malformed(token);
    return (FILTER_PROPERTIES as readonly string[]).includes(name)
      ? refused.filterOnly(`${name}:`)
      : refused.unknown(token, CONDITION_PROPERTIES.map((each) => `${each}:`).join(' '));
  });
}

/** A token that stands for exactly this value; undefined when none can. */
export function tokenFor(property: ConditionProperty, value: string): string | undefined {
  if (value.includes('"')) return undefined;
  return /\s/.test(value) ? `${property}:"${value}"` : `${property}:${value}`;
}
