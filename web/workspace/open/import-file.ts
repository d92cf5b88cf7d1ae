/** Another program's file as the file of a recording, made in a worker of its own. */
import { errorText } from '#shared/base';
import { readText } from '../../base/plain-bytes.ts';
import { startTask } from '../../base/start-task.ts';
import type { ImportReply } from './import.task.ts';
import { questions } from './server-choice.svelte.ts';

/** What comes of a file once a server was chosen where it has several; `cancelled` when the person chose none. */
export type Imported = Exclude<Reply, { readonly type: 'servers' }> | { readonly type: 'cancelled' };

type Reply = ImportReply | { readonly type: 'unreadable'; readonly detail: string };

/** The first line of a recording of our own begins within this. */
const HEAD = 1024;

/** True for a recording of our own, which says so at its beginning. */
export async function isRecording(file: Blob): Promise<boolean> {
  return /^\uFEFF?\s*\{[^{]*"mcprec"\s*:/.test((await readText(file, HEAD)).text);
}

/** Read a file; the person is asked whose messages, where it has those of several servers. Never rejects. */
export async function importFile(file: Blob, name: string): Promise<Imported> {
  const reply = await inWorker(file, name);
  if (reply.type !== 'servers') return reply;
  const server = await questions.ask(name, reply.servers);
  if (server === undefined) return { type: 'cancelled' };
  const chosen = await inWorker(file, name, server);
  return chosen.type === 'servers' ? { type: 'unknown', problem: undefined } : chosen;
}

async function inWorker(file: Blob, name: string, server?: string): Promise<Reply> {
  const worker = startTask<typeof import('./import.task.ts')>('import');
  try {
    return await worker.ask('read', file, name, server);
  } catch (error) {
    return { type: 'unreadable', detail: errorText(error) };
  } finally {
    worker.end();
  }
}
