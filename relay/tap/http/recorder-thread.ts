/** The recorder's thread: takes copies of what passed, and writes a recording for each session. */
import { workerData } from 'node:worker_threads';
import { defined } from '#shared/base';
import { defaultFolder } from '../../recording/index.ts';
import { Control, Reading, recoverTaps, takeCopies, tell } from '../stdio/index.ts';
import type { From, HttpHappened, HttpRecorderStart } from './copy.ts';
import { TappedExchanges, type ExchangesState } from './tapped-exchanges.ts';

/** Milliseconds between two checks for sessions that nobody uses. */
const LOOK_EVERY = 10_000;

const start = workerData as HttpRecorderStart;
const reading = new Reading(start);
const resumes = reading.resumes as ExchangesState | 'from-start' | undefined;
const exchanges = new TappedExchanges(start, reading.now, defined({ resumes }));
setInterval(() => exchanges.sessions.endIdle(reading.now()), LOOK_EVERY).unref();

const known = {
  keyOf: (at: number, recording: string | undefined) => exchanges.sessions.keyOf(at, recording),
  wayTo: (side: 'server' | 'client', recording: string | undefined) =>
    side === 'server' ? exchanges.sessions.postOf(recording) : exchanges.streamOf(recording),
};
const control = new Control(tell, known, start.before);

takeCopies<From, HttpHappened>(reading, exchanges, control);
const place = await control.listen(defaultFolder());
if (place !== undefined) exchanges.sessions.commandedAt(place);
if (start.before === 0) await recoverTaps({ http: TappedExchanges });
