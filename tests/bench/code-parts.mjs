/** The parts without a page: the relay over its WebSocket, commands, plain code, and the tap. Each takes the bench and its sizes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './commands.mjs';
import { beside, growth } from './growth.mjs';
import { makeRecording } from './make-recording.mjs';
import { openThroughRelay } from './relay-client.mjs';
import { median, ms } from './report.mjs';
import { openPipe } from './stdio-pipe.mjs';
import { tapMeasures } from './tap.mjs';

const shown = (count) => count.toLocaleString('en');

export async function inFlight({ relay, report }, { counts }) {
  for (const count of counts) {
    const session = await openThroughRelay(relay.url, 'never');
    const began = performance.now();
    for (let n = 0; n < count; n++) await session.call('echo', { message: 'x' }, false);
    const reached = await session.count();
    const took = performance.now() - began;
    await session.close();
    const name = `${shown(count)} calls in flight that never answer reach the server`;
    report.row(name, `${count}`, reached, 'count', `after ${ms(took)}`);
  }
}

export async function roundTrips({ relay, report }, { warm, trips }) {
  const through = [];
  const pipe = [];
  const session = await openThroughRelay(relay.url);
  const direct = await openPipe();
  for (let n = 0; n < warm; n++) await Promise.all([await session.ping(), await direct.ping()]);
  // In turn, so that the machine's moods meet both.
  for (let n = 0; n < trips; n++) {
    through.push(await session.ping());
    pipe.push(await direct.ping());
  }
  await session.close();
  await direct.close();
  const each = `relay ${ms(median(through))}, pipe ${ms(median(pipe))}`;
  report.row('round trip added by the relay, p50', '< 0.5 ms', median(through) - median(pipe), 'ms', each);
}

/** What is asked of long recordings on the command line. */
export async function commands({ report }, { count, names }) {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-bench-'));
  try {
    const file = join(folder, 'long.mcprec');
    await makeRecording(file, count);
    for (const name of names) {
      const { took, megabytes } = runCommand(name, file);
      report.row(`${name} of ${shown(count)} events`, '', took, 'ms', `${megabytes.toFixed(0)} MB`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What every lens adds to a fold, and how costs grow with length. */
export async function folds({ report }, { count, runs, growth: grown }) {
  const { alone, together } = await beside('lenses', count, runs);
  const times = `${ms(median(together))} to ${ms(median(alone))}`;
  const title = `fold of ${shown(count)} events with all lenses, to that of the session alone`;
  report.row(title, '<= 1.5', median(together) / median(alone), 'ratio', times);
  await growth(report, grown);
}

/** What it costs to judge a session by all rules, to folding it. */
export async function judging({ report }, { counts, runs }) {
  for (const count of counts) {
    const { alone, together } = await beside('findings', count, runs);
    const ratio = (median(together) - median(alone)) / median(alone);
    const times = `${ms(median(together))} to ${ms(median(alone))}`;
    report.row(`rules over ${shown(count)} events, to the session's fold`, '< 0.5', ratio, 'ratio', times);
  }
}

/** What the tap adds to a server over stdio, and to each message: half of a round trip. */
export async function tap({ report }, sizes) {
  const { node, cat, trips, floods } = await tapMeasures(sizes);
  const at = (pairs, part) =>
    [0, 1].map((side) => pairs.map((each) => each[side]).sort((a, b) => a - b)[Math.floor(pairs.length * part)]);
  const added = (measure, wanted, pairs, part, share = 1) => {
    const [tapped, bare] = at(pairs, part);
    report.row(measure, wanted, (tapped - bare) * share, 'ms', `with ${ms(tapped)}, without ${ms(bare)}`);
  };
  added('start of a Node server behind the tap, added', '< 60 ms', node, 0.5);
  added('start of cat behind the tap, added', '< 60 ms', cat, 0.5);
  added('a message through the tap, added, p50', '< 0.1 ms', trips, 0.5, 0.5);
  added('a message through the tap, added, p99', '', trips, 0.99, 0.5);
  const [tapped, bare] = at(floods, 0.5);
  report.row(`${shown(sizes.lines)} messages there and back at once`, '', tapped, 'ms', `without ${ms(bare)}`);
}
