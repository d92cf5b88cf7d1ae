/**
 * What a person says of a recording as a whole: title, tags, a note, and that it is to be kept. It stands beside the
 * recording (`X.mcprec.meta.json`), because a recording is never edited; where nothing does, the file's own labels hold. A copy
 * that is handed on has them in its header.
 */
import { isObject, parsedJson } from '#shared/jsonrpc';
import type { RecordingHeader } from '#shared/recording';

export interface RecordingMeta {
  /** In place of the recording's own title. */
  readonly title?: string;
  readonly tags: readonly string[];
  readonly note: string;
  /** Retention never takes it; an opened file stays in the browser. */
  readonly kept?: true;
}

export const NO_META: RecordingMeta = { tags: [], note: '' };

/** Bounds of what is written, in UTF-16 units and in number. */
const LIMITS = { title: 200, tags: 40, tag: 60, note: 20_000 } as const;

/** What of a value is such a description, within bounds. Anything else gives none of it. Never throws. */
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

/** Read the text of a description's file; undefined for a text that is none. Never throws. */
export function readMeta(text: string): RecordingMeta | undefined {
  const value = parsedJson(text);
  return value === undefined ? undefined : cleanMeta(value);
}

/** What a recording says of itself, as long as no person says anything else. */
export function metaOfHeader({ tags, note }: Pick<RecordingHeader, 'tags' | 'note'>): RecordingMeta {
  return tags === undefined && note === undefined ? NO_META : cleanMeta({ tags, note });
}

/** The header of a copy that is handed on: with the title, tags and note that hold for the recording now. */
export function labelledHeader(header: RecordingHeader, { title, tags, note }: RecordingMeta): RecordingHeader {
  const own = metaOfHeader(header);
  const { tags: _tags, ...untagged } = header;
  const { note: _note, ...plain } = untagged;
  // What was not changed stays as it is, though it be beyond the bounds of what is written here.
  const sameTags = tags.length === own.tags.length && tags.every((tag, at) => tag === own.tags[at]);
  const kept = { ...(sameTags ? { tags: header.tags } : { tags }), note: note === own.note ? header.note : note };
  return {
    ...plain,
    title: title ?? header.title,
    ...(kept.tags && kept.tags.length > 0 ? { tags: kept.tags } : {}),
    ...(kept.note ? { note: kept.note } : {}),
  };
}

/** The text of a description's file. */
export function writeMeta(meta: RecordingMeta): string {
  return `${JSON.stringify(meta, undefined, 2)}\n`;
}

/** Tags from a line that a person typed: separated by commas. */
export function tagsFrom(text: string): readonly string[] {
  return cleanMeta({ tags: text.split(/[,，]/) }).tags;
}

const oneLine = (text: string, length: number): string => text.slice(0, length).replace(/\s+/g, ' ').trim();
