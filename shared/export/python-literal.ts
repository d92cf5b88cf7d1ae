/** Texts and JSON as Python literals, with everything that a reader would not see written as an escape. */
import { scanJson, stringEnd } from '#shared/jsonrpc';
import { laidOutJson, UNSEEN } from './literal.ts';

/** Python's parser takes no more brackets in each other than 200, and other code around a value has some of them. */
const MAX_NESTING = 60;
/** Python refuses integers of more than 4300 digits. */
const LONG_NUMBER = /\d{4000}/;

/** A text as a string literal. Half of a surrogate pair stays one, as in JSON. What a strange file has in place of a text is shown as text. */
export function pythonString(text: unknown): string {
  const escaped = String(typeof text === 'string' ? text : JSON.stringify(text))
    .replace(/["\\]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t');
  return `"${escaped.replace(UNSEEN, escapeOf)}"`;
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** JSON as a Python expression, laid out if short, `indent` before later lines. `parse`: parsed at run time, so it needs `json`. */
export function pythonLiteral(json: string, indent: string): { readonly text: string; readonly parses: boolean } {
  if (nesting(json) > MAX_NESTING || LONG_NUMBER.test(json))
    return { text: `json.loads(${pythonString(json)})`, parses: true };
  const out: string[] = [];
  const laidOut = laidOutJson(json);
  let at = 0;
  while (at < laidOut.length) {
    const from = at;
    if (laidOut.charCodeAt(at) === 34) {
      const end = stringEnd(laidOut, at);
      at = end < 0 ? laidOut.length : end;
      out.push(pythonString(JSON.parse(laidOut.slice(from, at)) as string));
      continue;
    }
    const quote = laidOut.indexOf('"', at);
    at = quote < 0 ? laidOut.length : quote;
    out.push(
      laidOut
        .slice(from, at)
        .replace(/\b(?:true|false|null)\b/g, (word) => WORDS[word] ?? word)
        .replaceAll('\n', `\n${indent}`),
    );
  }
  return { text: out.join(''), parses: false };
}

const WORDS: { readonly [word: string]: string } = { true: 'True', false: 'False', null: 'None' };

function nesting(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === 34) at = Math.max(at, stringEnd(json, at) - 1);
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}

/** The members of an object's text in their order, each with the text of its value; undefined for what is no object. */
export function membersOf(json: string): readonly (readonly [string, string])[] | undefined {
  const { root, members } = scanJson(json);
  if (root !== 'object') return undefined;
  return members.map(({ key = '', start, end }) => [key, json.slice(start, end)] as const);
}
