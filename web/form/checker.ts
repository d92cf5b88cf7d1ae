/** Asks the checking worker; ends it and starts another when it takes too long. */
import type { Advice } from './advise.ts';
import type { AdviseReply, AdviseRequest } from './advise.worker.ts';
import AdviseWorker from './advise.worker.ts?worker';

/** Milliseconds after which a schema is taken for one that cannot be checked. */
const PATIENCE = 2000;

let worker: Worker | undefined;
let ids = 0;
const waiting = new Map<number, (advice: readonly Advice[]) => void>();

function start(): Worker {
  const started: Worker = new AdviseWorker();
  started.addEventListener('message', ({ data }: MessageEvent<AdviseReply>) => {
    waiting.get(data.id)?.(data.advice);
    waiting.delete(data.id);
  });
  return started;
}

/** What the schema says against a JSON text; nothing when it cannot be found out in time. Never rejects. */
export function check(schema: unknown, json: string): Promise<readonly Advice[]> {
  worker ??= start();
  const id = ++ids;
  const request: AdviseRequest = { id, schema, json };
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      worker?.terminate();
      worker = undefined;
      // Those that wait behind it get no answer either.
      for (const answer of waiting.values()) answer([]);
      waiting.clear();
    }, PATIENCE);
    waiting.set(id, (advice) => {
      clearTimeout(late);
      resolve(advice);
    });
    worker?.postMessage(request);
  });
}
