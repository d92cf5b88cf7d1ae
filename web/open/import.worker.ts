/** Reads one file of another program away from the page: a long one takes its seconds. */
import { importText, LONGEST_IMPORT } from '#shared/import';
import { recordingLines } from '#shared/recording';
import type { ImportReply, ImportRequest } from './import-messages.ts';
import { readText } from './plain-bytes.ts';

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  void read(data)
    .catch((error: unknown): ImportReply => {
      return { type: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
    })
    .then((reply) => self.postMessage(reply));
});

async function read({ file, name }: ImportRequest): Promise<ImportReply> {
  const { text, more } = await readText(file, LONGEST_IMPORT);
  if (more) return { type: 'too-large' };
  const result = importText(text, name);
  if (!result.ok) return { type: 'unknown', ...(result.problem ? { problem: result.problem } : {}) };
  const { format, unread, leftOut, remarks, recorded } = result;
  const lines: string[] = [];
  for (const line of recordingLines(recorded)) lines.push(`${line}\n`);
  return { type: 'imported', format, unread: unread.length, leftOut, remarks, recording: new Blob(lines) };
}
