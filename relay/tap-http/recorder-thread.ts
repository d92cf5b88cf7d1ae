/** The recorder's thread: takes copies of what passed, and writes a recording for each session. */
import { workerData } from 'node:worker_threads';
import { sinceStart, takeCopies } from '../tap/index.ts';
import type { From, HttpHappened, HttpRecorderStart } from './copy.ts';
import { TappedExchanges } from './tapped-exchanges.ts';

/** Milliseconds between two looks at which sessions are still in use. */
const LOOK_EVERY = 60_000;

const start = workerData as HttpRecorderStart;
const now = (): number => sinceStart(start.began);
const exchanges = new TappedExchanges(start, now);
setInterval(() => exchanges.sessions.endIdle(now()), LOOK_EVERY).unref();

takeCopies<From, HttpHappened>(start.taken, {
  take: (copy) => exchanges.take(copy),
  write: () => exchanges.sessions.write(),
  end: () => exchanges.end(),
});
