/**
 * The measurements of one shape and size, in a thread of its own that can be ended: `workerData` is `{ shape, count, skip }`, and SKIP
 * names those to leave out. Posts `{ begins }` with the name of a measurement, and `{ name, ms }` when it is over.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { compareRecordings } from '#shared/compare';
import { FINDINGS } from '#shared/findings';
import { FactFold } from '#shared/library';
import { planRedaction, redact } from '#shared/redact';
import { planRerun } from '#shared/rerun';
import { SESSION, SessionLog } from '#shared/session';
import { Timeline } from '#shared/timeline';
import { recordedOf } from './shapes.mjs';

/** Positions that are asked for out of order. */
const JUMPS = 50;

function folded({ events }) {
  const log = new SessionLog();
  for (const event of events) log.append(event);
  return log;
}

/** Each takes a recording and its folded log. */
const MEASURES = {
  fold: (recorded) => folded(recorded),
  facts: ({ events }) => {
    const facts = new FactFold();
    for (const event of events) facts.append(event);
    return facts.facts({ cutShort: false });
  },
  judge: ({ events }) => {
    const log = new SessionLog();
    log.follow(FINDINGS);
    for (const event of events) log.append(event);
  },
  rows: (_, log) => {
    for (const filter of ['', 'status:pending', 'dur:>1ms']) {
      const timeline = new Timeline(log, { filter, routine: false });
      timeline.advance();
      for (let row = 0; row < timeline.length; row++) timeline.row(row);
    }
  },
  'as of any': (_, log) => {
    let at = 7;
    for (let jump = 0; jump < JUMPS; jump++) {
      at = (at * 16807) % 2147483647;
      log.asOf(SESSION, at % log.length);
    }
  },
  'as of each': (_, log) => {
    for (let s = 0; s < log.length; s++) log.asOf(SESSION, s);
  },
  plan: (recorded) => planRerun(recorded),
  compare: (recorded) => compareRecordings(recorded, recorded),
  redact: (recorded) => redact(recorded, planRedaction(recorded)),
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Milliseconds of processor time: what else runs on the machine doesn't count, collecting garbage does. */
function timed(run) {
  collect();
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const { shape, count, skip } = workerData;
const small = recordedOf(shape, Math.min(2000, count));
const recorded = recordedOf(shape, count);
const log = folded(recorded);
for (const [name, measure] of Object.entries(MEASURES)) {
  if (skip.includes(name)) continue;
  parentPort.postMessage({ begins: name });
  // What runs for the first time is slower: with a small recording that is not measured.
  const smallLog = folded(small);
  for (let warm = 0; warm < 2; warm++) measure(small, smallLog);
  let best = Infinity;
  let whole = 0;
  // The least of a few: it was disturbed least.
  for (let run = 0; run < 3 && whole < 500; run++) {
    const took = timed(() => measure(recorded, log));
    whole += took;
    best = Math.min(best, took);
  }
  parentPort.postMessage({ name, ms: best });
}
