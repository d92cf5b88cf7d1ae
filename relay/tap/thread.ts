/** The thread that records: it may be late, fail or end without any other part of the program noticing more than its silence. */
import { Worker } from 'node:worker_threads';
import type { RecorderStart } from './copy.ts';
import type { Receiver } from './copies.ts';

export interface Thread extends Receiver {
  /** Resolves when it runs, or never will. */
  readonly started: Promise<void>;
  /** Resolves when it has written everything, or has ended otherwise. */
  readonly done: Promise<void>;
}

/** Start the thread whose file this is. Never throws. */
export function startThread(file: URL, start: RecorderStart): Thread {
  let worker: Worker;
  try {
    // Its output, if there should ever be any, is nobody's: standard output belongs to the server.
    worker = new Worker(file, { workerData: start, stdout: true, stderr: true, execArgv: [] });
  } catch {
    const never = Promise.resolve();
    return { started: never, done: never, postMessage: () => undefined };
  }
  const done = new Promise<void>((resolve) => {
    worker.once('message', () => resolve());
    worker.once('exit', () => resolve());
    worker.on('error', () => resolve());
  });
  const online = new Promise<void>((resolve) => worker.once('online', resolve));
  return { started: Promise.race([online, done]), done, postMessage: (copy) => worker.postMessage(copy) };
}
