/**
 * What it costs to follow more folds beside the session: `workerData` is `{ which, count, runs }`, `which` of `BESIDE`. Posts
 * `{ alone, together }`, milliseconds of processor time of each run, taken in turn.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { FINDINGS } from '#shared/findings';
import { LENSES } from '#shared/lenses';
import { FACTS } from '#shared/library';
import { OBLIGATIONS, SessionLog } from '#shared/session';
import { bodies } from './make-recording.mjs';

const BESIDE = { lenses: [...LENSES, OBLIGATIONS, FACTS], findings: [FINDINGS] };

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
const together = [];
for (let run = 0; run < workerData.runs; run++) {
  alone.push(folded([]));
  together.push(folded(BESIDE[workerData.which]));
}
parentPort.postMessage({ alone, together });
