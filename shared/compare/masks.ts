/** Masks, and the file beside a recording that holds them: `X.mcprec.masks.json`, made to be read and reviewed. */
import { defined } from '#shared/base';
import { isObject, parsedJson } from '#shared/jsonrpc';
import { isMaskPointer } from './pointer-masks.ts';
import { MASK_NAMES, type MaskName, type Masks, type PointerMask } from './types.ts';
import { limitOf, parseTolerance } from './value-limits.ts';
import { commonEnds } from './list-pairs.ts';
import { parsePattern, patternOf, printPattern, type PatternPart } from './pattern.ts';

/** Everything built in, nothing of a person's. */
export const DEFAULT_MASKS: Masks = { off: [], pointers: [] };
/** Nothing counts as equal but what is. */
export const NO_MASKS: Masks = { off: MASK_NAMES, pointers: [] };

/** The highest version that this program reads and writes; a higher one is refused. */
const MASKS_VERSION = 2;
/** This program writes no longer masks file. */
export const MAX_MASKS_BYTES = 10_000_000;
const MAX_POINTER_COUNT = 10_000;

export type MasksResult =
  | { readonly ok: true; readonly masks: Masks; readonly problems: readonly string[] }
  | { readonly ok: false; readonly problem: string };

const isMaskName = (name: unknown): name is MaskName => MASK_NAMES.some((each) => each === name);

/**
 * Read the text of a masks file: `{"mcprecMasks": 2, "off": [name…], "pointers": [{"pointer": "/result/x", "pattern", "tolerance",
 * "method", "about", "why"}…], "bindings": [text…], "why"}`. Members that are not known are kept. What can't be used is told in
 * `problems`, and kept for the file. Of version 1, which had no `**`, each such member is a name. Never throws.
 */
export function readMasks(text: string): MasksResult {
  const value = parsedJson(text);
  if (value === undefined) return { ok: false, problem: 'it is not JSON' };
  if (!isObject(value)) return { ok: false, problem: 'it is not an object' };
  const { mcprecMasks: version, off = [], pointers = [], bindings, why, ...rest } = value;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return { ok: false, problem: 'it is not a masks file: “mcprecMasks” is not the number of a version' };
  if (version > MASKS_VERSION)
    return { ok: false, problem: `it was made by a newer version of this program (${version})` };
  const problems: string[] = [];
  if (!Array.isArray(off)) problems.push('“off” is not a list');
  if (!Array.isArray(pointers)) problems.push('“pointers” is not a list');
  const bound = isTexts(bindings) ? bindings : undefined;
  if (bindings !== undefined && !bound) problems.push('“bindings” is not a list of texts');
  const more = { ...rest, ...(bindings === undefined || bound ? {} : { bindings }) };
  const offNames: unknown[] = Array.isArray(off) ? off : [];
  const unknown = offNames.filter((name) => !isMaskName(name));
  if (unknown.length > 0)
    problems.push(
      `there is no mask called ${unknown
        .slice(0, 5)
        .map((name) => JSON.stringify(name))
        .join(', ')}`,
    );
  const read: PointerMask[] = [];
  const given: readonly unknown[] = Array.isArray(pointers) ? pointers : [];
  const unread = given.slice(MAX_POINTER_COUNT);
  given.slice(0, MAX_POINTER_COUNT).forEach((entry, index) => {
    const mask = pointerMask(entry, version);
    if (typeof mask !== 'string') return void read.push(mask);
    problems.push(`pointer ${index + 1} ${mask}`);
    unread.push(entry);
  });
  if (given.length > MAX_POINTER_COUNT) problems.push(`only the first ${MAX_POINTER_COUNT} pointers are used`);
  const masks: Masks = {
    off: offNames.filter(isMaskName),
    pointers: read,
    ...defined({ bindings: bound, why: typeof why === 'string' ? why : undefined }),
    ...(Object.keys(more).length > 0 ? { more } : {}),
    ...(unknown.length + unread.length > 0 ? { unread: { off: unknown, pointers: unread } } : {}),
  };
  return { ok: true, masks, problems };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** A pointer of version 1, in which `**` and `~3` were names like others. */
const ofVersion1 = (pointer: string): string =>
  pointer.replaceAll('~3', '~03').replaceAll(/(?<=\/)\*\*+(?=\/|#|$)/g, (name) => '~3'.repeat(name.length));

function pointerMask(entry: unknown, version: number): PointerMask | string {
  if (!isObject(entry)) return 'is not an object';
  const { pointer: given, pattern, tolerance, method, about, why, ...more } = entry;
  if (typeof given !== 'string') return 'has no “pointer”';
  const pointer = version === 1 ? ofVersion1(given) : given;
  if (!isMaskPointer(pointer)) return 'does not begin with “/”';
  if (pattern !== undefined && typeof pattern !== 'string') return 'has a “pattern” that is no string';
  if (tolerance !== undefined && typeof tolerance !== 'string') return 'has a “tolerance” that is no string';
  const limits = defined({ pattern, tolerance });
  const limit = limitOf(limits);
  if (typeof limit === 'string') return limit;
  if (method !== undefined && typeof method !== 'string') return 'has a “method” that is no string';
  if (about !== undefined && typeof about !== 'string') return 'has an “about” that is no string';
  return {
    pointer,
    ...limits,
    ...defined({ method, about, why: typeof why === 'string' ? why : undefined }),
    ...(Object.keys(more).length > 0 ? { more } : {}),
  };
}

/** The text of a masks file, a mask a line. It is of version 1 as long as programs that know only that one read it the same. */
export function writeMasks({ off, pointers, bindings, why, more, unread = { off: [], pointers: [] } }: Masks): string {
  const flat = pointers.map(({ more: rest, ...mask }) => ({ ...mask, ...rest }));
  const isNew = ({ pointer, pattern, tolerance }: PointerMask): boolean =>
    (pattern ?? tolerance) !== undefined || /(?:^|\/)\*\*+(?:\/|#|$)|~0?3/.test(pointer);
  const mayBeNew = (entry: unknown): boolean => isObject(entry) && ('pattern' in entry || 'tolerance' in entry);
  const value = {
    mcprecMasks: pointers.some(isNew) || unread.pointers.some(mayBeNew) ? MASKS_VERSION : 1,
    ...(why === undefined ? {} : { why }),
    off: [...off, ...unread.off],
    pointers: [...flat, ...unread.pointers],
    ...(bindings === undefined ? {} : { bindings }),
    ...more,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The masks with their patterns' texts redacted like what is shown, all at once: where one has a secret, any text fits. */
export function redactedMasks(
  masks: readonly PointerMask[],
  redact: (texts: readonly string[]) => readonly string[],
): PointerMask[] {
  const patterns = masks.map(({ pattern }) => (pattern === undefined ? undefined : parsePattern(pattern)));
  const literals = new Set(
    patterns.flatMap((pattern) =>
      pattern === undefined || typeof pattern === 'string' ? [] : pattern.parts.flatMap(literalOf),
    ),
  );
  const texts = redact([...literals]);
  const shown = new Map([...literals].map((literal, at) => [literal, texts[at] ?? '']));
  return masks.map((mask, at) => {
    const pattern = patterns[at];
    if (pattern === undefined || typeof pattern === 'string') return mask;
    if (pattern.parts.every((part) => 'kind' in part || shown.get(part.literal) === part.literal)) return mask;
    const parts = pattern.parts.flatMap((part): PatternPart[] =>
      'kind' in part ? [part] : withoutSecret(part.literal, shown.get(part.literal) ?? ''),
    );
    return { ...mask, pattern: printPattern(patternOf(parts)) };
  });
}

const literalOf = (part: PatternPart): readonly string[] => ('literal' in part ? [part.literal] : []);

function withoutSecret(literal: string, shown: string): PatternPart[] {
  if (shown === literal) return [{ literal }];
  const { start, end } = commonEnds(literal, shown);
  return [{ literal: literal.slice(0, start) }, { kind: 'any' }, { literal: literal.slice(literal.length - end) }];
}

type Limits = Pick<PointerMask, 'pattern' | 'tolerance'>;

export function maskWords({ pointer, pattern, tolerance }: PointerMask): string {
  if (pattern !== undefined) return `${pointer} like “${pattern}”`;
  return tolerance === undefined ? pointer : `${pointer} within ${tolerance}`;
}

export const limitText = ({ pattern, tolerance }: Limits): string => tolerance ?? pattern ?? '';

/** Read a tolerance (`±…`) or pattern; blank is none. Else what is wrong, to follow the field's name. Never throws. */
export function readLimit(text: string): Limits | string {
  if (text.trim() === '') return {};
  if (text.trim().startsWith('±'))
    return parseTolerance(text) ? { tolerance: text.trim() } : 'is not like “±0.5” or “±5%”';
  const read = parsePattern(text);
  return typeof read === 'string' ? read : { pattern: text };
}
