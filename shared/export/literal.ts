/** Texts and JSON as literals of programming languages, with everything that a reader would not see written as an escape. */
import { formatJson, memberText, scanJson } from '#shared/jsonrpc';
import { HIDDEN } from '#shared/plain-text';

/** Characters that a terminal could act on, or that a person does not see or sees out of order. */
export const UNSEEN = new RegExp(HIDDEN.source, 'gu');

export const stringLiteral = (text: string): string => seenJson(JSON.stringify(text));

/** A JSON text with the unseen characters inside its strings written as escapes; it means the same. */
export function seenJson(json: string): string {
  return json.replace(UNSEEN, (character) => {
    if (/[\n\t]/.test(character)) return character;
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

/** Longer parameters are not laid out (UTF-16 units): nobody reads them, and what nests deep would grow. */
const MAX_LAID_OUT_CHARS = 20_000;
/** JSON over several lines, when it is short enough to be read. */
export const laidOutJson = (json: string): string => (json.length > MAX_LAID_OUT_CHARS ? json : formatJson(json));

/** The parameters of a message text, laid out, without some of their members; undefined when there are none. */
export function paramsText(text: string, without: readonly string[]): string | undefined {
  const params = memberText(text, ['params']);
  if (params === undefined) return undefined;
  const { root, members } = scanJson(params);
  if (root !== 'object') return laidOutJson(params);
  const kept = members.filter(({ key }) => !without.includes(key));
  if (kept.length === 0) return undefined;
  const pairs = kept.map(({ key, start, end }) => `${JSON.stringify(key)}:${params.slice(start, end)}`);
  return laidOutJson(`{${pairs.join(',')}}`);
}
