/** Numbers that a text calls an id: `issue #17`, `note id: 17`, `/issues/17`. A bare number in a text may be anything. */

export interface LabelledNumber {
  readonly value: string;
  /** What it is the number of, in the singular and small letters; empty where the text does not say. */
  readonly entity: string;
  /** UTF-16 units of the digits. */
  readonly start: number;
}

const WORD = '[A-Za-z]{2,24}';
const LABELLED = new RegExp(
  [
    `(?:(?<hash>${WORD}) ?)?#(?<hashed>\\d{1,18})`,
    `(?:(?<label>${WORD})[ _-])?\\b(?:[Ii][Dd]|[Nn]umber|[Nn]o\\.?) ?[:=]? ?(?<labelled>\\d{1,18})`,
    `/(?<path>${WORD})/(?<placed>\\d{1,18})`,
  ]
    .map((each) => `(?:${each})`)
    .join('|'),
  'g',
);
const MAX_TEXT_CHARS = 64 * 1024;
const MAX_NUMBER_COUNT = 200;

/** The singular of an English word, as far as ids are named by it. */
export const singular = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');

/** The labelled numbers of a text, in order, as many as are looked at. Never throws. */
export function labelledNumbers(text: string): LabelledNumber[] {
  const found: LabelledNumber[] = [];
  if (text.length > MAX_TEXT_CHARS) return found;
  for (const { 0: all, index, groups = {} } of text.matchAll(LABELLED)) {
    const value = groups['hashed'] ?? groups['labelled'] ?? groups['placed'] ?? '';
    const end = index + all.length;
    if (/^(?:\w|\.\d)/.test(text.slice(end, end + 2))) continue;
    const entity = singular(groups['hash'] ?? groups['label'] ?? groups['path'] ?? '');
    found.push({ value, entity, start: end - value.length });
    if (found.length === MAX_NUMBER_COUNT) break;
  }
  return found;
}
