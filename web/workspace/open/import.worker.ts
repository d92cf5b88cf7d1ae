/** Reads one file of another program away from the page: a long one takes its seconds. */
import { errorText } from '#shared/base';
import { importArchive, importText, isZip, MAX_IMPORT_CHARS, type ImportResult } from '#shared/import';
import { recordingLines } from '#shared/recording';
import type { ImportReply, ImportRequest } from './import-messages.ts';
import { readText } from '../../base/plain-bytes.ts';

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  void read(data)
    .catch((error: unknown): ImportReply => {
      return { type: 'unreadable', detail: errorText(error) };
    })
    .then((reply) => self.postMessage(reply));
});

/** Places of what was not understood that are told. */
const PLACES = 5;

async function read(request: ImportRequest): Promise<ImportReply> {
  const result = await importOf(request);
  if (!result) return { type: 'too-large' };
  if (!result.ok) {
    if (result.servers) return { type: 'servers', servers: result.servers };
    if (result.files) return { type: 'files', files: result.files };
    return { type: 'unknown', ...(result.problem ? { problem: result.problem } : {}) };
  }
  const { format, unread, unreadCount, leftOut, remarks, recorded } = result;
  const lines: string[] = [];
  for (const line of recordingLines(recorded)) lines.push(`${line}\n`);
  const places = unread.slice(0, PLACES).map(({ at }) => at);
  return { type: 'imported', format, unread: unreadCount, places, leftOut, remarks, recording: new Blob(lines) };
}

/** Undefined when the file is too large. */
async function importOf({ file, name, server }: ImportRequest): Promise<ImportResult | undefined> {
  const options = server === undefined ? {} : { server };
  if (isZip(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) {
    if (file.size > MAX_IMPORT_CHARS) return undefined;
    return importArchive(new Uint8Array(await file.arrayBuffer()), name, options);
  }
  const { text, more } = await readText(file, MAX_IMPORT_CHARS);
  return more ? undefined : importText(text, name, options);
}
