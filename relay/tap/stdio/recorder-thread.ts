/** The recorder's thread: takes copies of what passed, and writes them as a recording that other processes follow and command the tap by. */
import { workerData } from 'node:worker_threads';
import { defined } from '#shared/base';
import { defaultFolder } from '../../recording/index.ts';
import { Control } from './control.ts';
import type { Happened, RecorderStart, Source } from './copy.ts';
import { hostName } from './host-name.ts';
import { recoverTaps } from './recover.ts';
import { Reading, takeCopies, tell } from './take-copies.ts';
import { TappedProcess, type ProcessState } from './tapped-process.ts';

const start = workerData as RecorderStart;
const reading = new Reading(start);
const resumes = reading.resumes as ProcessState | 'from-start' | undefined;
const tapped = new TappedProcess(start, reading.now, { host: hostName(), ...defined({ resumes }) });
const control = new Control(tell, { keyOf: (at) => tapped.events.known.keyOf(at) }, start.before);

takeCopies<Source, Happened>(reading, tapped, control);
const place = await control.listen(defaultFolder());
if (place !== undefined) tapped.recording.commandedAt(place);
if (start.before === 0) await recoverTaps({ stdio: TappedProcess });
