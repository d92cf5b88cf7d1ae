// A server with and without the tap, in turn, so that the machine's moods meet both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { owned, ownedChild } from './owned.mjs';

const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));
const ECHO = [process.execPath, fileURLToPath(new URL('../fixtures/tap-server.mjs', import.meta.url)), 'echo'];
const LINE = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"${'x'.repeat(100)}"}}}\n`;

/** Start the server as a host does. */
function start(tapped, command) {
  const home = mkdtempSync(join(tmpdir(), 'lifeline-bench-'));
  owned(() => rmSync(home, { recursive: true, force: true }));
  const [file, ...args] = tapped ? [process.execPath, CLI, 'tap', '--', ...command] : command;
  const env = { ...process.env, LIFELINE_HOME: home };
  return ownedChild(spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'], env }));
}

async function end(child) {
  child.stdin.end();
  child.stdout.resume();
  await once(child, 'close');
}

/** Resolves when so many bytes have come. */
const came = (child, bytes) =>
  new Promise((resolve) => {
    let seen = 0;
    const take = (piece) => {
      seen += piece.length;
      if (seen < bytes) return;
      child.stdout.off('data', take);
      resolve();
    };
    child.stdout.on('data', take);
  });

/** Milliseconds from the start of a server to its first answer; the server is a Node program, or `cat`. */
async function startOf(tapped, command) {
  const began = performance.now();
  const child = start(tapped, command);
  const first = came(child, LINE.length);
  child.stdin.write(LINE);
  await first;
  const took = performance.now() - began;
  await end(child);
  return took;
}

async function roundTrip(child) {
  const began = performance.now();
  const back = came(child, LINE.length);
  child.stdin.write(LINE);
  await back;
  return performance.now() - began;
}

/** Milliseconds for so many messages there and back at once. */
async function flood(tapped, count) {
  const child = start(tapped, ECHO);
  await roundTrip(child);
  const began = performance.now();
  const all = came(child, LINE.length * count);
  const some = LINE.repeat(1000);
  for (let sent = 0; sent < count; sent += 1000) if (!child.stdin.write(some)) await once(child.stdin, 'drain');
  await all;
  const took = performance.now() - began;
  await end(child);
  return took;
}

/**
 * Milliseconds of everything, each as `[with, without]`: `starts` starts, `trips` round trips after `warm` of them, `floods` times `lines`
 * messages.
 */
export async function tapMeasures({ starts, warm, trips, floods, lines }) {
  const both = async (measure) => [await measure(true), await measure(false)];
  const times = { node: [], cat: [], trips: [], floods: [] };
  for (let run = 0; run < starts; run++) {
    times.node.push(await both((tapped) => startOf(tapped, ECHO)));
    times.cat.push(await both((tapped) => startOf(tapped, ['cat'])));
  }
  const [tapped, bare] = [start(true, ECHO), start(false, ECHO)];
  for (let n = 0; n < warm; n++) for (const child of [tapped, bare]) await roundTrip(child);
  for (let n = 0; n < trips; n++) times.trips.push([await roundTrip(tapped), await roundTrip(bare)]);
  for (const child of [tapped, bare]) await end(child);
  for (let run = 0; run < floods; run++) times.floods.push(await both((each) => flood(each, lines)));
  return times;
}
