/** The recorder's thread: takes copies of what passed, and writes them as a recording that other processes follow and command the tap by. */
import { workerData } from 'node:worker_threads';
import { defaultFolder } from '../recording/index.ts';
import { Control } from './control.ts';
import { sinceStart, type Happened, type RecorderStart, type Source } from './copy.ts';
import { hostName } from './host-name.ts';
import { recoverTaps } from './recover.ts';
import { takeCopies, tell } from './take-copies.ts';
import { TappedProcess } from './tapped-process.ts';

const start = workerData as RecorderStart;
const tapped = new TappedProcess(start, () => sinceStart(start.began), { host: hostName() });
const control = new Control(tell, { keyOf: (at) => tapped.keyOf(at) });

takeCopies<Source, Happened>(start, tapped, control);
const place = await control.listen(defaultFolder());
if (place !== undefined) tapped.commandedAt(place);
await recoverTaps({ stdio: TappedProcess });
