/** The parts that measure the page in a real browser. Each takes the bench (browser, its path, relay, report) and its sizes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRelay } from '../start-relay.mjs';
import { directFlood, directKill } from './direct.mjs';
import { exportRecording } from './exports.mjs';
import { fillLibrary, openLibrary } from './library.mjs';
import { makeRecording } from './make-recording.mjs';
import { owned } from './owned.mjs';
import { compose, eventCount, heap, openSession, openToUsable, sendAndSee } from './page.mjs';
import { openRecording, scroll, scrub } from './recordings.mjs';
import { longestTask, median, ms } from './report.mjs';
import { soak } from './soak.mjs';
import { openPipe } from './stdio-pipe.mjs';
import { judged, views } from './views.mjs';

const shown = (count) => count.toLocaleString('en');

/** A relay that is ended with its part, whatever becomes of that. */
async function startOwnRelay(options) {
  const relay = await startRelay(options);
  return { ...relay, close: owned(relay.close) };
}

/** Run `work` with a folder that is gone afterwards. */
async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-bench-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function opening({ browser, report }, { runs }) {
  const starts = [];
  for (let run = 0; run < runs; run++) {
    const relay = await startOwnRelay({ port: 0 });
    starts.push(relay.took);
    await relay.close();
  }
  const relay = await startOwnRelay({ port: 0 });
  const opens = [];
  for (let run = 0; run < runs; run++) opens.push(await openToUsable(browser, relay.url));
  await relay.close();
  report.row('command to listening', '< 1 s', median(starts), 'ms', `${runs} runs`);
  report.row('page open to usable', '< 1 s', median(opens.map(({ usable }) => usable)), 'ms', `${runs} runs`);
  report.row('script before Monaco, gzipped', '< 250 kB', opens[0].bytes / 1000, 'kB');
}

/** Call a tool of the fixture server through the page and over a bare pipe, `runs` times; gives what was seen of each. */
async function callInPage({ browser, relay }, name, args, runs) {
  const seen = { took: [], longest: [], pipe: [], events: [], megabytes: 0 };
  const text = JSON.stringify({ jsonrpc: '2.0', id: 777, method: 'tools/call', params: { name, arguments: args } });
  for (let run = 0; run < runs; run++) {
    const { page, close } = await openSession(browser, relay.url);
    await compose(page, text);
    const before = await eventCount(page);
    const { took, longest } = await sendAndSee(page, 'request tools/call .*, result,');
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

export async function messages(bench, { floods, results }) {
  const { report } = bench;
  for (const { count, wanted, runs } of floods) {
    const seen = await callInPage(bench, 'flood', { count }, runs);
    // The request and its answer come beside the notifications.
    const lost = seen.events.reduce((sum, events) => sum + count + 2 - events, 0);
    const pipe = `pipe ${ms(median(seen.pipe))}, longest task ${longestTask(seen.longest)} of 100 ms, ${lost} lost`;
    report.row(`${shown(count)} notifications to the page`, wanted, median(seen.took), 'ms', pipe);
    if (count === floods.at(-1).count) report.row('heap of the page after them', '< 150 MB', seen.megabytes, 'MB');
  }
  for (const { bytes, wanted, runs } of results) {
    const seen = await callInPage(bench, 'result-size', { bytes }, runs);
    const pipe = `pipe ${ms(median(seen.pipe))}, longest task ${longestTask(seen.longest)} of 200 ms`;
    report.row(`${bytes / 1e6} MB in one result`, wanted, median(seen.took), 'ms', pipe);
  }
}

export async function recordings({ browser, relay, report }, { opened, scrollMs, jumps, exports }) {
  await withFolder(async (folder) => {
    for (const { count, wanted, runs } of opened) {
      const file = join(folder, `${count}.mcprec`);
      await makeRecording(file, count);
      const seen = { took: [], megabytes: [], frames: [], longest: [], moves: [] };
      for (let run = 0; run < runs; run++) {
        const { page, took, megabytes, close } = await openRecording(browser, relay.url, file, count);
        seen.took.push(took);
        seen.megabytes.push(megabytes);
        const { rate, longest } = await scroll(page, scrollMs);
        seen.frames.push(rate);
        seen.longest.push(longest);
        seen.moves.push(...(await scrub(page, jumps)));
        await close();
      }
      const title = `a recording of ${shown(count)} events`;
      const megabytes = `heap ${median(seen.megabytes).toFixed(0)} MB`;
      report.row(`${title} opens`, wanted, median(seen.took), 'ms', megabytes);
      const frame = `longest frame ${ms(Math.max(...seen.longest))}`;
      report.row(`${title}: scrolling`, '>= 50 frames/s', median(seen.frames), 'frames/s', frame);
      const moves = seen.moves.sort((a, b) => a - b);
      const late = `95 % within ${ms(moves[Math.floor(moves.length * 0.95)])}`;
      report.row(`${title}: scrubbing to any place`, 'a frame or two', median(moves), 'ms', late);
    }
    for (const format of ['recording', 'html', 'markdown', 'mermaid', 'svg']) {
      const seen = [];
      for (let run = 0; run < exports.runs; run++)
        seen.push(exportRecording(join(folder, `${exports.count}.mcprec`), format));
      const took = median(seen.map((each) => each.took));
      const title = `${shown(exports.count)} events exported as ${format}, redacted`;
      report.row(title, '', took, 'ms', `${(seen[0].bytes / 1e6).toFixed(1)} MB`);
    }
  });
}

/** What a person does with a long session that is open: other views, zoom, windows of time, folds. */
export async function switching({ browser, relay, report }, { counts, scrollMs, settleMs, times }) {
  await withFolder(async (folder) => {
    for (const count of counts) {
      const file = join(folder, `${count}.mcprec`);
      await makeRecording(file, count);
      const { page, close } = await openRecording(browser, relay.url, file, count);
      const title = `${shown(count)} events`;
      const all = await judged(page, settleMs);
      const until = `judged in ${ms(all.took)}`;
      report.row(`${title}: longest task until all is judged`, '< 50 ms', all.longest, 'task', until);
      const { found, rates } = await views(page, { scroll, scrollMs, settleMs, times });
      for (const { name, took, longest } of found) {
        const most = `at most ${ms(took.at(-1))}, longest task ${longestTask([longest])}`;
        report.row(`${title}: ${name}`, '< 100 ms', median(took), 'ms', most);
      }
      for (const [name, { rate, longest }] of Object.entries(rates))
        report.row(`${title}: scrolling ${name}`, '>= 50 frames/s', rate, 'frames/s', `longest frame ${ms(longest)}`);
      await close();
    }
  });
}

export async function library({ browser, report }, { recordings: count, runs }) {
  const kept = await startOwnRelay({ port: 0, fill: (home) => fillLibrary(home, count) });
  const first = await openLibrary(browser, kept.url, count);
  const seen = [];
  for (let run = 0; run < runs; run++) seen.push(await openLibrary(browser, kept.url, count));
  await kept.close();
  report.row(`a library of ${shown(count)} recordings opens`, '< 1 s', median(seen), 'ms', `at first ${ms(first)}`);
}

export async function direct({ chrome, relay, report }, { floods, killed }) {
  const named = (count) => `a direct session with ${shown(count)} SSE events`;
  for (const count of floods) {
    const { took, longest, lost, megabytes } = await directFlood(chrome, relay.url, count);
    const beside = `longest task ${longestTask([longest])}, heap ${megabytes.toFixed(0)} MB, ${lost} lost`;
    report.row(`${named(count)}, until shown`, '', took, 'ms', beside);
  }
  const { shown: seen, stored, missing, bound, reopened } = await directKill(chrome, relay.url, killed);
  const unsaid = Math.max(0, seen - stored - missing);
  const gap = `a gap of ${bound ? 'at most ' : ''}${shown(missing)}`;
  const beside = `${shown(stored)} of ${shown(seen)} stored, ${gap}, opened again in ${ms(reopened)}`;
  report.row(`${named(killed)}, lost unsaid by a kill of the tab`, '0', unsaid, 'count', beside);
}

export async function longSoak({ browser, relay, report }, { count }) {
  const { took, lost, samples } = await soak(browser, relay, count);
  const name = `${shown(count)} messages through the relay`;
  report.row(name, '0 lost', took, 'ms', `${lost} lost`);
  const memory = (whose, pick) => {
    const sizes = samples.map(pick);
    const half = samples.filter(({ events }) => events < count / 2).map(pick);
    const at = (list) => `${(list.at(-1) ?? NaN).toFixed(0)} MB`;
    const beside = `${at(half)} halfway, ${at(sizes)} at the end`;
    report.row(`${name}: most memory of the ${whose}`, '', Math.max(...sizes), 'MB', beside);
  };
  memory('relay', (each) => each.relay);
  memory('page', (each) => each.page);
}
