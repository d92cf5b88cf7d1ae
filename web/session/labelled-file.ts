/** A recording's file with what people say of the recording in its first line. */
import { parsedObject } from '#shared/jsonrpc';
import { encodeEnd, type RecordingHeader } from '#shared/recording';

const PIECE = 64 * 1024;
const LINE_FEED = 10;

/**
 * The file with the title, tags and note of `said` in its header. Everything else stays byte for byte; a file that says all this
 * already is given back as it is, and so is one without a header. Rejects when the file can't be read.
 */
export async function labelledFile(file: Blob, said: Pick<RecordingHeader, 'title' | 'tags' | 'note'>): Promise<Blob> {
  const end = await firstLineEnd(file);
  const header = headerIn(await file.slice(0, end).text());
  if (!header) return file;
  const labelled = withLabels(header, said);
  const same = JSON.stringify(labelled) === JSON.stringify(withLabels(header, header));
  return same ? file : new Blob([encodeEnd(labelled), file.slice(end)], { type: file.type });
}

function withLabels(
  { tags: _tags, note: _note, ...header }: RecordingHeader,
  { title, tags, note }: Pick<RecordingHeader, 'title' | 'tags' | 'note'>,
): RecordingHeader {
  return { ...header, title, ...(tags ? { tags } : {}), ...(note === undefined ? {} : { note }) };
}

async function firstLineEnd(file: Blob): Promise<number> {
  for (let from = 0; from < file.size; from += PIECE) {
    const bytes = new Uint8Array(await file.slice(from, from + PIECE).arrayBuffer());
    const at = bytes.indexOf(LINE_FEED);
    if (at >= 0) return from + at;
  }
  return file.size;
}

function headerIn(line: string): RecordingHeader | undefined {
  const header = parsedObject(line.replace(/^\uFEFF/, '')) as RecordingHeader | undefined;
  return typeof header?.mcprec === 'number' ? header : undefined;
}
