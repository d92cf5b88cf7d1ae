/** Another program's file as the file of a recording, made in a worker of its own. */
import type { ImportReply, ImportRequest } from './import-messages.ts';

/** Read a file. Never rejects. */
export function importFile(file: Blob, name: string): Promise<ImportReply> {
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ImportReply>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ImportReply>) => resolve(data));
    worker.addEventListener('error', ({ message }) => resolve({ type: 'unreadable', detail: message }));
    worker.postMessage({ file, name } satisfies ImportRequest);
  }).finally(() => worker.terminate());
}
