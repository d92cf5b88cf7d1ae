/**
 * What it costs to judge a session beside folding it: `workerData` is `{ count, runs }`. Posts `{ alone, judged }`, milliseconds of
 * processor time of each run, taken in turn.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { FINDINGS } from '#shared/findings';
import { SessionLog } from '#shared/session';
import { bodies } from './make-recording.mjs';

const events = [];
for (const body of bodies(workerData.count)) events.push({ s: events.length, t: events.length * 150, ...body });

function folded(followed) {
  const before = process.cpuUsage();
  const log = new SessionLog();
  for (const fold of followed) log.follow(fold);
  for (const event of events) log.append(event);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const alone = [];
const judged = [];
for (let run = 0; run < workerData.runs; run++) {
  alone.push(folded([]));
  judged.push(folded([FINDINGS]));
}
parentPort.postMessage({ alone, judged });
