/**
 * What a person says of a recording as a whole: title, tags, a note, and that it is to be kept. It stands beside the
 * recording (`X.mcprec.meta.json`), because a recording is never edited.
 */
import { isObject } from '#shared/jsonrpc';

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

/** Read the text of a description's file. A text that is none gives an empty one. Never throws. */
export function readMeta(text: string): RecordingMeta {
  try {
    return cleanMeta(JSON.parse(text));
  } catch {
    return NO_META;
  }
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
