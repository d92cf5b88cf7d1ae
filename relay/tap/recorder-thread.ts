/** The recorder's thread: takes copies of what passed, and writes them as a recording that other processes follow. */
import { workerData } from 'node:worker_threads';
import { sinceStart, type Happened, type RecorderStart, type Source } from './copy.ts';
import { hostName } from './host-name.ts';
import { takeCopies } from './take-copies.ts';
import { TapRecording } from './tap-recording.ts';
import { TappedEvents } from './tapped-events.ts';

const { began, startedAt, taken, name, out, command, args, cwd } = workerData as RecorderStart;
const connection = { transport: 'stdio', command, args, cwd } as const;
const recording = new TapRecording({ connection, startedAt, name, out, host: hostName() });
const tapped = new TappedEvents((bodies, t = sinceStart(began)) => recording.emit(bodies, t));

takeCopies<Source, Happened>(taken, {
  take: (copy) => tapped.take(copy),
  write: () => recording.write(),
  end: () => recording.finish(tapped.closedBy),
});
