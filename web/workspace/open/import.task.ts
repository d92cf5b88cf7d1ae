/** Reads one file of another program away from the page: a long one takes its seconds. */
import { importArchive, importText, isZip, MAX_IMPORT_CHARS, type ImportResult } from '#shared/import';
import { recordingLines } from '#shared/recording';
import { readText } from '../../base/plain-bytes.ts';

/** How many places of what was not understood are named: lines, or entries. */
const MAX_PLACES = 5;

/** `server`: whose messages are wanted, where the file has those of several servers. */
export async function read(file: Blob, name: string, server?: string) {
  const result = await importOf(file, name, server);
  if (!result) return { type: 'too-large' as const };
  if (!result.ok) {
    if (result.servers) return { type: 'servers' as const, servers: result.servers };
    if (result.files) return { type: 'files' as const, files: result.files };
    return { type: 'unknown' as const, problem: result.problem };
  }
  const { format, unread, unreadCount, leftOut, remarks, recorded } = result;
  const lines: string[] = [];
  for (const line of recordingLines(recorded)) lines.push(line, '\n');
  const places = unread.slice(0, MAX_PLACES).map(({ at }) => at);
  return {
    type: 'imported' as const,
    format,
    unread: unreadCount,
    places,
    leftOut,
    remarks,
    recording: new Blob(lines),
  };
}
export type ImportReply = Awaited<ReturnType<typeof read>>;

/** Undefined when the file is too large. */
async function importOf(file: Blob, name: string, server?: string): Promise<ImportResult | undefined> {
  const options = server === undefined ? {} : { server };
  if (isZip(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) {
    if (file.size > MAX_IMPORT_CHARS) return undefined;
    return importArchive(new Uint8Array(await file.arrayBuffer()), name, options);
  }
  const { text, more } = await readText(file, MAX_IMPORT_CHARS);
  return more ? undefined : importText(text, name, options);
}
