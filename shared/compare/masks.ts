/** Masks, and the file beside a recording that holds them: `X.mcprec.masks.json`, made to be read and reviewed. */
import { isObject } from '#shared/jsonrpc';
import { MASK_NAMES, type MaskName, type Masks, type PointerMask } from './types.ts';

/** Everything built in, nothing of a person's. */
export const DEFAULT_MASKS: Masks = { off: [], pointers: [] };
/** Nothing counts as equal but what is. */
export const NO_MASKS: Masks = { off: MASK_NAMES, pointers: [] };

/** The version that this program writes; a higher one is refused. */
export const MASKS_VERSION = 1;
/** A masks file of more bytes than this is none that this program wrote. */
export const LONGEST_MASKS = 10_000_000;
const MOST_POINTERS = 10_000;

export type MasksResult =
  | { readonly ok: true; readonly masks: Masks; readonly problems: readonly string[] }
  | { readonly ok: false; readonly problem: string };

const names: ReadonlySet<string> = new Set(MASK_NAMES);
const isMaskName = (name: unknown): name is MaskName => typeof name === 'string' && names.has(name);

/**
 * Read the text of a masks file: `{"mcprecMasks": 1, "off": [name…], "pointers": [{"pointer": "/result/x", "method", "about",
 * "why"}…], "why"}`. Members that are not known are kept. What can't be used is told in `problems`, and kept for the file. Never throws.
 */
export function readMasks(text: string): MasksResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'it is not JSON' };
  }
  if (!isObject(value)) return { ok: false, problem: 'it is not an object' };
  const { mcprecMasks: version, off = [], pointers = [], why, ...more } = value;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return { ok: false, problem: 'it is not a masks file: “mcprecMasks” is not the number of a version' };
  if (version > MASKS_VERSION)
    return { ok: false, problem: `it was made by a newer version of this program (${version})` };
  const problems: string[] = [];
  if (!Array.isArray(off)) problems.push('“off” is not a list');
  if (!Array.isArray(pointers)) problems.push('“pointers” is not a list');
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
  const unread = given.slice(MOST_POINTERS);
  given.slice(0, MOST_POINTERS).forEach((entry, index) => {
    const mask = pointerMask(entry);
    if (typeof mask !== 'string') return void read.push(mask);
    problems.push(`pointer ${index + 1} ${mask}`);
    unread.push(entry);
  });
  if (given.length > MOST_POINTERS) problems.push(`only the first ${MOST_POINTERS} pointers are used`);
  const masks: Masks = {
    off: offNames.filter(isMaskName),
    pointers: read,
    ...(typeof why === 'string' ? { why } : {}),
    ...(Object.keys(more).length > 0 ? { more } : {}),
    ...(unknown.length + unread.length > 0 ? { unread: { off: unknown, pointers: unread } } : {}),
  };
  return { ok: true, masks, problems };
}

function pointerMask(entry: unknown): PointerMask | string {
  if (!isObject(entry)) return 'is not an object';
  const { pointer, method, about, why, ...more } = entry;
  if (typeof pointer !== 'string') return 'has no “pointer”';
  if (!pointer.startsWith('/')) return 'does not begin with “/”';
  if (method !== undefined && typeof method !== 'string') return 'has a “method” that is no string';
  if (about !== undefined && typeof about !== 'string') return 'has an “about” that is no string';
  return {
    pointer,
    ...(method === undefined ? {} : { method }),
    ...(about === undefined ? {} : { about }),
    ...(typeof why === 'string' ? { why } : {}),
    ...(Object.keys(more).length > 0 ? { more } : {}),
  };
}

/** The text of a masks file, a line a mask, its line end included. */
export function writeMasks({ off, pointers, why, more, unread = { off: [], pointers: [] } }: Masks): string {
  const flat = pointers.map(({ more: rest, ...mask }) => ({ ...mask, ...rest }));
  const value = {
    mcprecMasks: MASKS_VERSION,
    ...(why === undefined ? {} : { why }),
    off: [...off, ...unread.off],
    pointers: [...flat, ...unread.pointers],
    ...more,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
