/** Asks the checking worker; ends it and starts another when it takes too long. */
import type { Advice } from './advise.ts';
import type { AdviseReply, AdviseRequest } from './advise.worker.ts';
import AdviseWorker from './advise.worker.ts?worker';

/** Milliseconds after which a schema is taken for one that cannot be checked. */
const PATIENCE = 2000;

/** What was asked; `late` runs from when the worker is there, however long it took to come. */
interface Waiting {
  readonly answer: (advice: readonly Advice[] | undefined) => void;
  late?: ReturnType<typeof setTimeout>;
}

let worker: Worker | undefined;
let ready = false;
let ids = 0;
const waiting = new Map<number, Waiting>();

function start(): Worker {
  const started: Worker = new AdviseWorker();
  ready = false;
  started.addEventListener('message', ({ data }: MessageEvent<AdviseReply>) => {
    if (data.type === 'ready') {
      ready = true;
      for (const each of waiting.values()) limit(each);
    } else {
      settle(data.id, data.advice);
    }
  });
  started.addEventListener('error', giveUp);
  return started;
}

function settle(id: number, advice: readonly Advice[] | undefined): void {
  const asked = waiting.get(id);
  waiting.delete(id);
  clearTimeout(asked?.late);
  asked?.answer(advice);
}

function limit(asked: Waiting): void {
  // What came while the page itself was busy is taken first.
  asked.late = setTimeout(() => {
    asked.late = setTimeout(giveUp, 0);
  }, PATIENCE);
}

/** Those that wait behind what takes too long get no answer either. */
function giveUp(): void {
  worker?.terminate();
  worker = undefined;
  for (const id of [...waiting.keys()]) settle(id, undefined);
}

/** What the schema says against a JSON text; undefined when that cannot be found out in time. Never rejects. */
export function check(schema: unknown, json: string): Promise<readonly Advice[] | undefined> {
  worker ??= start();
  const id = ++ids;
  return new Promise((resolve) => {
    const asked: Waiting = { answer: resolve };
    waiting.set(id, asked);
    if (ready) limit(asked);
    try {
      worker?.postMessage({ id, schema, json } satisfies AdviseRequest);
    } catch {
      // A schema that nests too deeply cannot be copied to the worker.
      settle(id, undefined);
    }
  });
}
