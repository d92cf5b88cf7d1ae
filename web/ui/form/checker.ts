/** Asks the checking worker; ends it and starts another when it takes too long. */
import { WorkerLink } from '../../base/worker-link.ts';
import type { Advice } from './advise.ts';
import type { AdviseCalls } from './advise.worker.ts';
import AdviseWorker from './advise.worker.ts?worker';

/** After this a schema is taken for one that cannot be checked. */
const PATIENCE_MS = 2000;

let running: ReturnType<typeof start> | undefined;

function start() {
  const link = new WorkerLink<AdviseCalls>(new AdviseWorker());
  /** Those that wait behind what takes too long get no answer either. */
  const giveUp = (): void => {
    running = undefined;
    link.end(new Error('no answer in time'));
  };
  const ready = link.ask('ready').catch(giveUp);
  return { link, ready, giveUp };
}

/** What the schema says against a JSON text; undefined when that cannot be found out in time. Never rejects. */
export async function check(schema: unknown, json: string): Promise<readonly Advice[] | undefined> {
  const { link, ready, giveUp } = (running ??= start());
  let answered = false;
  let late: ReturnType<typeof setTimeout> | undefined;
  // The time runs from when the worker is there, however long it took to come.
  void ready.then(() => {
    if (answered) return;
    // What came while the page itself was busy is taken first.
    late = setTimeout(() => (late = setTimeout(giveUp, 0)), PATIENCE_MS);
  });
  try {
    return await link.ask('advise', schema, json);
  } catch {
    // It took too long, or the schema nests too deeply to be copied to the worker.
    return undefined;
  } finally {
    answered = true;
    clearTimeout(late);
  }
}
