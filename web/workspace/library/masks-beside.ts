/** The masks file beside a recording of the relay's, which the command line reads and writes too. */
import { errorText } from '#shared/base';
import { addMasks, DEFAULT_MASKS, readMasks, writeMasks, type Masks } from '#shared/compare';
import { library } from '../library/library.svelte.ts';
import { workspace } from '../workspace.svelte.ts';
import type { Chosen } from './chosen.ts';

export interface Beside {
  readonly id: string;
  /** The file's text; absent when there is no file. */
  readonly text?: string;
  readonly masks?: Masks;
  /** Why nothing of the file could be used, or not all of it. */
  readonly problem?: string;
}

/** Read what stands beside a recording; undefined when nothing can, because it is not on the relay's disk. Never rejects. */
export async function readBeside({ id, blob }: Chosen): Promise<Beside | undefined> {
  if (id === undefined || blob || workspace.link.status !== 'open') return undefined;
  const view = workspace.get(id);
  if (view && view.source.kind !== 'relay') return undefined;
  if (!library.get(id)) await library.refresh();
  // A file that the relay opened from elsewhere on the disk is none of the library's.
  return library.get(id)?.home === 'relay'
    ? besideOf(id).catch((error: unknown) => ({ id, problem: errorText(error) }))
    : undefined;
}

async function besideOf(id: string): Promise<Beside> {
  const { text } = await workspace.link.ask({ type: 'read-masks', recording: id }, 'masks');
  if (text === undefined) return { id };
  const read = readMasks(text);
  if (!read.ok) return { id, text, problem: read.problem };
  return { id, text, masks: read.masks, ...(read.problems.length > 0 ? { problem: read.problems.join('; ') } : {}) };
}

export interface Met {
  readonly beside: Beside | undefined;
  readonly masks: Masks;
  /** True when something was read that was not known. */
  readonly news: boolean;
  /** What a person had said, which the file's masks took the place of. */
  readonly replaced?: Masks;
}

/** What applies once A's file was read: its masks, or `masks` if `given` for these two recordings. `known`: what was read before. */
export function meetBeside(
  found: Beside | undefined,
  { known, masks, given }: { readonly known: Beside | undefined; readonly masks: Masks; readonly given: boolean },
): Met {
  const same = found !== undefined && found.id === known?.id && found.text === known.text;
  // Read again, and still the same: what the person did meanwhile stays.
  if (same && !given) return { beside: known, masks, news: false };
  if (!found?.masks) {
    const anothers = !given && masks === known?.masks;
    return { beside: found, masks: anothers ? DEFAULT_MASKS : masks, news: found?.problem !== undefined };
  }
  if (given) return { beside: found, masks: joined(found.masks, masks), news: true };
  const replaced = masks === DEFAULT_MASKS || masks === known?.masks ? {} : { replaced: masks };
  return { beside: found, masks: found.masks, news: true, ...replaced };
}

/** The masks of a file and those that a person has besides; the file's own when that adds nothing. */
function joined(file: Masks, own: Masks): Masks {
  const bindings = own.bindings ?? file.bindings;
  const off = [...new Set([...file.off, ...own.off])];
  const all = addMasks({ ...file, off, ...(bindings ? { bindings } : {}) }, own.pointers);
  const more = all.off.length > file.off.length || all.pointers.length > file.pointers.length;
  return more || bindings?.join('\n') !== file.bindings?.join('\n') ? all : file;
}

/**
 * Keep masks beside a recording in place of what was read there. Gives what stands there then; undefined when something else
 * stands there meanwhile, or something that could not be read, and `replace` does not allow for that. Rejects with the relay's sentence.
 */
export async function keepBeside(known: Beside, masks: Masks, replace: boolean): Promise<Beside | undefined> {
  const { id } = known;
  if (!replace) {
    const found = await besideOf(id);
    if (found.text !== undefined && (found.text !== known.text || !found.masks)) return undefined;
  }
  const text = writeMasks(masks);
  await workspace.link.ask({ type: 'write-masks', recording: id, text }, 'done');
  return { id, text, masks };
}
