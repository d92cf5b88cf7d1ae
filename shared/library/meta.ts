/**
 * User-edited metadata of a recording: title, tags, a note, and whether it is kept. Stored next to the recording in
 * `X.mcprec.meta.json`, because recordings are never modified. Without that file, the tags and note of the recording's
 * header apply. In an exported copy they are in the header.
 */
import { isObject, parsedJson } from '#shared/jsonrpc';
import type { RecordingHeader } from '#shared/recording';

export interface RecordingMeta {
  /** Overrides the title in the recording's header. */
  readonly title?: string;
  readonly tags: readonly string[];
  readonly note: string;
  /** Retention never deletes it. A file that was opened in the browser stays in the browser's library. */
  readonly kept?: true;
}

export const NO_META: RecordingMeta = { tags: [], note: '' };

/** `title`, `tag`, `note`: UTF-16 code units. `tags`: count. */
const LIMITS = { title: 200, tags: 40, tag: 60, note: 20_000 } as const;

/**
 * Validates any value as metadata: members of a wrong type are omitted, and longer ones cut to `LIMITS`. Never throws.
 */
export function cleanMeta(value: unknown): RecordingMeta {
  if (!isObject(value)) return NO_META;
  const { title, tags, note, kept } = value;
  const cleanTitle = typeof title === 'string' ? oneLine(title, LIMITS.title) : '';
  const texts = Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [];
  const cleanTags = [...new Set(texts.map((tag) => oneLine(tag, LIMITS.tag)).filter((tag) => tag !== ''))];
  return {
    ...(cleanTitle === '' ? {} : { title: cleanTitle }),
    tags: cleanTags.slice(0, LIMITS.tags),
    note: typeof note === 'string' ? note.slice(0, LIMITS.note) : '',
    ...(kept === true ? { kept } : {}),
  };
}

/** Parses the text of a metadata file; undefined if it is not JSON. Never throws. */
export function parseMeta(text: string): RecordingMeta | undefined {
  const value = parsedJson(text);
  return value === undefined ? undefined : cleanMeta(value);
}

/** The metadata in a recording's header. Applies while no metadata file exists. */
export function metaOfHeader({ tags, note }: Pick<RecordingHeader, 'tags' | 'note'>): RecordingMeta {
  return tags === undefined && note === undefined ? NO_META : cleanMeta({ tags, note });
}

/** The header for an exported copy, with the current title, tags and note. */
export function labelledHeader(header: RecordingHeader, { title, tags, note }: RecordingMeta): RecordingHeader {
  const original = metaOfHeader(header);
  const { tags: _tags, note: _note, ...unlabelled } = header;
  // Unchanged tags or an unchanged note are copied as they are in the header, even if they exceed `LIMITS`.
  const sameTags = tags.length === original.tags.length && tags.every((tag, index) => tag === original.tags[index]);
  const shownTags = sameTags ? header.tags : tags;
  const shownNote = note === original.note ? header.note : note;
  return {
    ...unlabelled,
    title: title ?? header.title,
    ...(shownTags && shownTags.length > 0 ? { tags: shownTags } : {}),
    ...(shownNote ? { note: shownNote } : {}),
  };
}

export function stringifyMeta(meta: RecordingMeta): string {
  return `${JSON.stringify(meta, undefined, 2)}\n`;
}

/** Parses a comma-separated list of tags (`,` or the full-width `，`), as the user typed it. */
export function parseTags(text: string): readonly string[] {
  return cleanMeta({ tags: text.split(/[,，]/) }).tags;
}

const oneLine = (text: string, length: number): string => text.slice(0, length).replace(/\s+/g, ' ').trim();
