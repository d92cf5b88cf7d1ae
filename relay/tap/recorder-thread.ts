/** The recorder's thread: takes copies of what passed, and writes them as a recording that other processes follow and command the tap by. */
import { workerData } from 'node:worker_threads';
import { defaultFolder } from '../recording/index.ts';
import { Control } from './control.ts';
import { sinceStart, type Happened, type RecorderStart, type Source } from './copy.ts';
import { hostName } from './host-name.ts';
import { takeCopies, tell } from './take-copies.ts';
import { TapRecording } from './tap-recording.ts';
import { TappedEvents } from './tapped-events.ts';

const { began, startedAt, taken, name, out, otlp, command, args, cwd } = workerData as RecorderStart;
const connection = { transport: 'stdio', command, args, cwd } as const;
const recording = new TapRecording({ connection, startedAt, name, out, otlp, host: hostName() });
const tapped = new TappedEvents((bodies, t = sinceStart(began)) => recording.emit(bodies, t));
const control = new Control(tell, { keyOf: (at) => tapped.known.keyOf(at) });

takeCopies<Source, Happened>(taken, {
  take: (copy) => {
    tapped.take(copy);
    // What it is about is written first.
    if (copy.is === 'answered') control.answered(copy.giver, copy.refused);
  },
  write: () => recording.write(),
  end: () => {
    control.close();
    recording.finish(tapped.closedBy);
  },
});
const place = await control.listen(defaultFolder());
if (place !== undefined) recording.commandedAt(place);
