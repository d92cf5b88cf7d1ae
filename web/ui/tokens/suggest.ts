/** What could be typed next in a text of `property:value` tokens. */
import { FILTER_TOKEN } from '#shared/base';

export interface Suggestion<Property extends string = string> {
  readonly token: string;
  /** What a hint is to be found for: the property, or the value. */
  readonly property: Property;
  readonly value?: string;
}

export interface Suggestions<Property extends string = string> {
  /** Part of the text that is replaced. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Suggestion<Property>[];
}

/** A language of tokens: its properties, and values that each may have. */
export interface Vocabulary<Property extends string> {
  readonly properties: readonly Property[];
  readonly values: (property: Property) => readonly string[];
}

const MOST = 12;

/** What could stand where the cursor is: a value of the property that is typed, else properties, and methods that fit. */
export function suggestTokens<Property extends string>(
  text: string,
  cursor: number,
  { properties, values }: Vocabulary<Property | 'method'>,
): Suggestions<Property | 'method'> {
  const match = [...text.matchAll(FILTER_TOKEN)].find(
    (each) => each.index < cursor && cursor <= each.index + each[0].length,
  );
  const from = match?.index ?? cursor;
  const to = from + (match?.[0].length ?? 0);
  const [, sign = '', name, typed = ''] = /^(-?)(?:([a-z]+):)?"?(.*)$/s.exec(text.slice(from, cursor)) ?? [];
  const wanted = typed.toLowerCase();
  const ofValues = (property: Property | 'method'): Suggestion<Property | 'method'>[] =>
    values(property)
      .filter((value) => value.toLowerCase().includes(wanted) && value !== typed)
      .map((value) => ({ token: `${sign}${property}:${value}`, property, value }));
  if (name !== undefined) {
    const property = properties.find((each) => each === name);
    return { from, to, items: property ? ofValues(property).slice(0, MOST) : [] };
  }
  const begun = properties
    .filter((property) => property.startsWith(wanted))
    .map((property) => ({ token: `${sign}${property}:`, property }));
  const methods = wanted.length > 1 ? ofValues('method') : [];
  return { from, to, items: [...begun, ...methods].slice(0, MOST) };
}
