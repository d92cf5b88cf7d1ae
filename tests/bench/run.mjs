/**
 * `npm run bench`: the numbers that matter, measured on this machine, with a bare pipe beside them. Medians of several runs;
 * compare ratios, not machines. Prints a table and exits 0 whatever it says: it measures, the tests judge. `--only direct,soak` runs
 * those parts alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from '../../relay/boot/install.mjs';
import { findBrowser } from '../find-browser.mjs';
import { startRelay } from '../start-relay.mjs';

ensureInstalled();
const { ensureBuilt } = await import('../../relay/boot/build.mjs');
await ensureBuilt();
const { compose, eventCount, heap, launch, openSession, openToUsable, sendAndSee } = await import('./page.mjs');
const { exportRecording } = await import('./exports.mjs');
const { beside, growth } = await import('./growth.mjs');
const { fillLibrary, openLibrary } = await import('./library.mjs');
const { makeRecording } = await import('./make-recording.mjs');
const { openRecording, scroll, scrub } = await import('./recordings.mjs');
const { directFlood, directKill } = await import('./direct.mjs');
const { judged, views } = await import('./views.mjs');
const { soak } = await import('./soak.mjs');
const { openThroughRelay } = await import('./relay-client.mjs');
const { openPipe } = await import('./stdio-pipe.mjs');
const { tapMeasures } = await import('./tap.mjs');

const rows = [];
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const ms = (value) => (value >= 1000 ? `${(value / 1000).toFixed(2)} s` : `${value.toFixed(value < 10 ? 2 : 0)} ms`);
/** The longest of all runs; browsers report tasks from 50 ms on. */
const task = (values) => (Math.max(...values) === 0 ? 'under 50 ms' : ms(Math.max(...values)));
const row = (measure, wanted, here, beside = '') => {
  rows.push([measure, wanted, here, beside]);
  console.log(`${measure}: ${here}${beside ? ` (${beside})` : ''}`);
};

const { path, problem } = findBrowser();
if (!path) {
  console.error(problem);
  process.exit(1);
}

const relay = await startRelay({ port: 6500 });
const browser = await launch(path);

async function opening() {
  const starts = [];
  for (let run = 0; run < 5; run++) {
    const relay = await startRelay({ port: 6500 });
    starts.push(relay.took);
    await relay.close();
  }
  const opens = [];
  let script = 0;
  for (let run = 0; run < 5; run++) {
    const { usable, bytes } = await openToUsable(browser, relay.url);
    opens.push(usable);
    script = bytes;
  }
  row('command to listening', '< 1 s', ms(median(starts)), `${starts.length} runs`);
  row('page open to usable', '< 1 s', ms(median(opens)), `${opens.length} runs`);
  row('script before Monaco, gzipped', '< 250 kB', `${(script / 1000).toFixed(0)} kB`);
}

/** Call a tool of the fixture server through the page and over a bare pipe, `runs` times; gives what was seen of each. */
async function callInPage(name, args, runs) {
  const seen = { took: [], longest: [], pipe: [], events: [], megabytes: 0 };
  const text = JSON.stringify({ jsonrpc: '2.0', id: 777, method: 'tools/call', params: { name, arguments: args } });
  for (let run = 0; run < runs; run++) {
    const { page, close } = await openSession(browser, relay.url);
    await compose(page, text);
    const before = await eventCount(page);
    const { took, longest } = await sendAndSee(page, 'result of tools/call #777');
    seen.events.push((await eventCount(page)) - before);
    seen.took.push(took);
    seen.longest.push(longest);
    seen.megabytes = await heap(page);
    await close();
    const direct = await openPipe();
    seen.pipe.push(await direct.call(name, args));
    await direct.close();
  }
  return seen;
}

async function messages() {
  for (const [count, wanted, runs] of [
    [1000, '< 0.3 s', 5],
    [10_000, '< 1 s', 5],
    [100_000, '< 8 s', 3],
  ]) {
    const seen = await callInPage('flood', { count }, runs);
    // The request and its answer come beside the notifications.
    const lost = seen.events.reduce((sum, events) => sum + count + 2 - events, 0);
    row(
      `${count.toLocaleString('en')} notifications to the page`,
      wanted,
      ms(median(seen.took)),
      `pipe ${ms(median(seen.pipe))}, longest task ${task(seen.longest)} of 100 ms, ${lost} lost`,
    );
    if (count === 100_000) row('heap of the page after them', '< 150 MB', `${seen.megabytes.toFixed(0)} MB`);
  }

  for (const [bytes, wanted, runs] of [
    [1_000_000, '< 0.3 s', 5],
    [10_000_000, '< 1 s', 3],
    [50_000_000, '< 4 s', 3],
  ]) {
    const seen = await callInPage('result-size', { bytes }, runs);
    row(
      `${bytes / 1e6} MB in one result`,
      wanted,
      ms(median(seen.took)),
      `pipe ${ms(median(seen.pipe))}, longest task ${task(seen.longest)} of 200 ms`,
    );
  }
}

async function inFlight() {
  for (const count of [100, 10_000]) {
    const session = await openThroughRelay(relay.url, 'never');
    const began = performance.now();
    for (let n = 0; n < count; n++) await session.call('echo', { message: 'x' }, false);
    const reached = await session.count();
    const took = performance.now() - began;
    await session.close();
    const name = `${count.toLocaleString('en')} calls in flight that never answer`;
    row(name, `${count} reach the server`, `${reached}`, `after ${ms(took)}`);
  }
}

async function roundTrips() {
  const through = [];
  const pipe = [];
  const session = await openThroughRelay(relay.url);
  const direct = await openPipe();
  for (let warm = 0; warm < 200; warm++) await Promise.all([await session.ping(), await direct.ping()]);
  // In turn, so that the machine's moods meet both.
  for (let n = 0; n < 2000; n++) {
    through.push(await session.ping());
    pipe.push(await direct.ping());
  }
  await session.close();
  await direct.close();
  row(
    'round trip added by the relay, p50',
    '< 0.5 ms',
    ms(median(through) - median(pipe)),
    `relay ${ms(median(through))}, pipe ${ms(median(pipe))}`,
  );
}

async function recordings() {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-bench-'));
  for (const [count, wanted, room, runs] of [
    [100_000, '< 1.5 s', '', 5],
    [1_000_000, '< 12 s', '< 1 GB', 3],
  ]) {
    const file = join(folder, `${count}.mcprec`);
    await makeRecording(file, count);
    const seen = { took: [], megabytes: [], frames: [], longest: [], moves: [] };
    for (let run = 0; run < runs; run++) {
      const { page, took, megabytes, close } = await openRecording(browser, relay.url, file, count);
      seen.took.push(took);
      seen.megabytes.push(megabytes);
      const { rate, longest } = await scroll(page, 3000);
      seen.frames.push(rate);
      seen.longest.push(longest);
      seen.moves.push(...(await scrub(page, 40)));
      await close();
    }
    const title = `a recording of ${count.toLocaleString('en')} events`;
    const megabytes = `${median(seen.megabytes).toFixed(0)} MB`;
    row(`${title} opens`, wanted, ms(median(seen.took)), `heap ${megabytes}${room ? ` (${room})` : ''}`);
    row(
      'scrolling it',
      '>= 50 frames/s',
      median(seen.frames).toFixed(0),
      `longest frame ${ms(Math.max(...seen.longest))}`,
    );
    const moves = seen.moves.sort((a, b) => a - b);
    const late = moves[Math.floor(moves.length * 0.95)] ?? 0;
    row('scrubbing to any place', 'a frame or two', ms(median(moves)), `95 % within ${ms(late)}`);
  }
  for (const format of ['recording', 'html', 'markdown', 'mermaid', 'svg']) {
    const seen = [1, 2, 3].map(() => exportRecording(join(folder, '100000.mcprec'), format));
    const took = median(seen.map((each) => each.took));
    const megabytes = `${((seen[0]?.bytes ?? 0) / 1e6).toFixed(1)} MB`;
    row(`100,000 events exported as ${format}, redacted`, '', ms(took), megabytes);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** What a person does with a long session that is open: other views, zoom, windows of time, folds. */
async function switching() {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-bench-'));
  for (const count of [100_000, 1_000_000]) {
    const file = join(folder, `${count}.mcprec`);
    await makeRecording(file, count);
    const { page, close } = await openRecording(browser, relay.url, file, count);
    const title = `${count.toLocaleString('en')} events`;
    const all = await judged(page);
    row(`${title}: longest task until all is judged`, '< 50 ms', task([all.longest]), `judged in ${ms(all.took)}`);
    const { found, rates } = await views(page, scroll);
    for (const { name, took, longest } of found)
      row(
        `${title}: ${name}`,
        '< 100 ms',
        ms(median(took)),
        `at most ${ms(took.at(-1) ?? 0)}, longest task ${task([longest])}`,
      );
    for (const [name, { rate, longest }] of Object.entries(rates))
      row(`${title}: scrolling ${name}`, '>= 50 frames/s', rate.toFixed(0), `longest frame ${ms(longest)}`);
    await close();
  }
  rmSync(folder, { recursive: true, force: true });
}

async function library() {
  const count = 5000;
  const kept = await startRelay({ port: 6600, fill: (home) => fillLibrary(home, count) });
  const first = await openLibrary(browser, kept.url, count);
  const seen = [];
  for (let run = 0; run < 5; run++) seen.push(await openLibrary(browser, kept.url, count));
  await kept.close();
  row(
    `a library of ${count.toLocaleString('en')} recordings opens`,
    '< 1 s',
    ms(median(seen)),
    `at first ${ms(first)}`,
  );
}

async function direct() {
  for (const count of [100_000, 1_000_000]) {
    const name = `a direct session with ${count.toLocaleString('en')} SSE events`;
    const seen = await directFlood(path, relay.url, count);
    const heapSize = `heap ${seen.megabytes.toFixed(0)} MB`;
    row(
      `${name}, until shown`,
      '',
      ms(seen.took),
      `longest task ${task([seen.longest])}, ${heapSize}, ${seen.lost} lost`,
    );
    const { shown, stored, missing, bound, reopened } = await directKill(path, relay.url, count);
    const gap = `a gap of ${bound ? 'at most ' : ''}${missing.toLocaleString('en')}`;
    const unsaid = Math.max(0, shown - stored - missing);
    row(
      `${name}, stored after a kill of the tab`,
      'none unsaid',
      `${stored.toLocaleString('en')} of ${shown.toLocaleString('en')} shown`,
      `${gap}, ${unsaid} unsaid, opened again in ${ms(reopened)}`,
    );
  }
}

async function longSoak() {
  const count = 3_000_000;
  const { took, lost, samples } = await soak(browser, relay, count);
  const range = (pick) => {
    const sizes = samples.map(pick);
    const half = samples.filter(({ events }) => events < count / 2).map(pick);
    const at = (list) => `${(list.at(-1) ?? NaN).toFixed(0)}`;
    return `${at(half)} MB halfway, ${at(sizes)} at the end, ${Math.max(...sizes).toFixed(0)} at most`;
  };
  const name = `${count.toLocaleString('en')} messages through the relay`;
  row(name, '0 lost', `${lost} lost`, ms(took));
  row(
    `${name}: memory of the relay`,
    '',
    range((each) => each.relay),
  );
  row(
    `${name}: heap of the page`,
    '',
    range((each) => each.page),
  );
}

/** Plain code, without a page: what every lens adds to a fold, and how costs grow with length. */
async function folds() {
  const { alone, together } = await beside('lenses', 1_000_000, 3);
  const ratio = median(together) / median(alone);
  const times = `${ms(median(together))} to ${ms(median(alone))}`;
  row('fold of 1,000,000 events with all lenses, to that of the session alone', '<= 1.5', ratio.toFixed(2), times);
  await growth(row);
}

/** What the tap adds to a server over stdio, and to each message: half of a round trip. */
async function tap() {
  const { node, cat, trips, floods } = await tapMeasures();
  const at = (pairs, part) =>
    [0, 1].map((side) => pairs.map((each) => each[side]).sort((a, b) => a - b)[Math.floor(pairs.length * part)]);
  const added = (measure, wanted, pairs, part, share = 1) => {
    const [tapped, bare] = at(pairs, part);
    row(measure, wanted, ms((tapped - bare) * share), `with ${ms(tapped)}, without ${ms(bare)}`);
  };
  added('start of a Node server behind the tap, added', '< 60 ms', node, 0.5);
  added('start of cat behind the tap, added', '< 60 ms', cat, 0.5);
  added('a message through the tap, added, p50', '< 0.1 ms', trips, 0.5, 0.5);
  added('a message through the tap, added, p99', '', trips, 0.99, 0.5);
  const [tapped, bare] = at(floods, 0.5);
  const rate = (took) => `${(200_000 / took).toFixed(0)}k messages/s`;
  row('100,000 messages there and back at once', '', rate(tapped), `without ${rate(bare)}`);
}

/** What it costs to judge a session by all rules, to folding it. */
async function judging() {
  for (const count of [100_000, 1_000_000]) {
    const { alone, together } = await beside('findings', count, 3);
    const ratio = (median(together) - median(alone)) / median(alone);
    const times = `${ms(median(together))} to ${ms(median(alone))}`;
    row(`rules over ${count.toLocaleString('en')} events, to the session's fold`, '< 0.5', ratio.toFixed(2), times);
  }
}

const PARTS = {
  opening,
  messages,
  'in-flight': inFlight,
  'round-trips': roundTrips,
  recordings,
  views: switching,
  library,
  direct,
  soak: longSoak,
  // After the pages: the address that signs them in is good for some minutes only.
  folds,
  findings: judging,
  tap,
};
const at = process.argv.indexOf('--only');
const chosen = at < 0 ? Object.keys(PARTS) : (process.argv[at + 1] ?? '').split(',');
const unknown = chosen.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) console.error(`no part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(' ')}`);
for (const name of chosen) await PARTS[name]?.();

await browser.close();
await relay.close();

const head = ['measure', 'must reach', 'here', 'beside it'];
const widths = head.map((title, column) => Math.max(title.length, ...rows.map((each) => each[column].length)));
const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
console.log(`\n${cpus().length} cores, ${cpus()[0]?.model ?? ''}, Node ${process.version}; medians\n`);
console.log([line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n'));
