/** Another program's file as the file of a recording, made in a worker of its own. */
import { readText } from '../../base/plain-bytes.ts';
import type { ImportReply, ImportRequest } from './import-messages.ts';
import { askForServer } from './server-choice.svelte.ts';

/** What comes of a file once a server was chosen where it has several; `cancelled` when the person chose none. */
export type Imported = Exclude<ImportReply, { readonly type: 'servers' }> | { readonly type: 'cancelled' };

/** The first line of a recording of our own begins within this. */
const HEAD = 1024;

/** True for a recording of our own, which says so at its beginning. */
export async function isRecording(file: Blob): Promise<boolean> {
  return /^\uFEFF?\s*\{[^{]*"mcprec"\s*:/.test((await readText(file, HEAD)).text);
}

/** Read a file; the person is asked whose messages, where it has those of several servers. Never rejects. */
export async function importFile(file: Blob, name: string): Promise<Imported> {
  const reply = await inWorker({ file, name });
  if (reply.type !== 'servers') return reply;
  const server = await askForServer(name, reply.servers);
  if (server === undefined) return { type: 'cancelled' };
  const chosen = await inWorker({ file, name, server });
  return chosen.type === 'servers' ? { type: 'unknown' } : chosen;
}

function inWorker(request: ImportRequest): Promise<ImportReply> {
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ImportReply>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ImportReply>) => resolve(data));
    worker.addEventListener('error', ({ message }) => resolve({ type: 'unreadable', detail: message }));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
