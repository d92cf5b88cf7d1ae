/** The recorder's thread: takes copies of what passed, and writes a recording for each session. */
import { workerData } from 'node:worker_threads';
import { defaultFolder } from '../recording/index.ts';
import { Control, recoverTaps, sinceStart, takeCopies, tell } from '../tap/index.ts';
import type { From, HttpHappened, HttpRecorderStart } from './copy.ts';
import { TappedExchanges } from './tapped-exchanges.ts';

/** Milliseconds between two looks at which sessions are still in use. */
const LOOK_EVERY = 10_000;

const start = workerData as HttpRecorderStart;
const now = (): number => sinceStart(start.began);
const exchanges = new TappedExchanges(start, now);
setInterval(() => exchanges.sessions.endIdle(now()), LOOK_EVERY).unref();

const control = new Control(tell, {
  keyOf: (at, recording) => exchanges.sessions.keyOf(at, recording),
  wayTo: (side, recording) =>
    side === 'server' ? exchanges.sessions.postOf(recording) : exchanges.streamOf(recording),
});

takeCopies<From, HttpHappened>(start, exchanges, control);
const place = await control.listen(defaultFolder());
if (place !== undefined) exchanges.sessions.commandedAt(place);
await recoverTaps({ http: TappedExchanges });
