/** What a request asks with, as parts by which two requests of one method are compared: values by their places, and words. */
import { isObject } from '#shared/jsonrpc';

const MAX_PART_COUNT = 256;
const MAX_TEXT_CHARS = 500;
const MAX_DEPTH = 16;
const WORD = /[\p{L}\p{N}]+/gu;

/** The parts of any parameters, without `_meta`. Texts that differ in a word still share the others. Never throws. */
export function askedParts(params: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  add(found, params, '', 0);
  // A name says most of what is asked.
  for (const name of ['name', 'uri']) {
    const value = isObject(params) ? params[name] : undefined;
    if (typeof value === 'string')
      for (const weight of ['!', '!!']) found.add(`${name}${weight}${value.slice(0, MAX_TEXT_CHARS)}`);
  }
  return found;
}

function add(found: Set<string>, value: unknown, at: string, depth: number): void {
  if (found.size >= MAX_PART_COUNT || depth > MAX_DEPTH) return;
  if (typeof value === 'object' && value !== null) {
    // The place in a list is no part of what is asked: one message more at the front leaves the others alike.
    if (Array.isArray(value)) for (const each of value.slice(0, MAX_PART_COUNT)) add(found, each, `${at}/-`, depth + 1);
    else
      for (const [name, each] of Object.entries(value))
        if (name !== '_meta') add(found, each, `${at}/${name}`, depth + 1);
    return;
  }
  if (typeof value !== 'string') {
    found.add(`${at}=${String(value)}`);
    return;
  }
  const text = value.slice(0, MAX_TEXT_CHARS);
  found.add(`${at}="${text}"`);
  for (const [word] of text.matchAll(WORD)) {
    if (found.size >= MAX_PART_COUNT) return;
    found.add(`${at}:${word}`);
  }
}
