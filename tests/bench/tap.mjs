// A server with and without the tap, in turn, so that the machine's moods meet both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));
const ECHO = [process.execPath, fileURLToPath(new URL('../fixtures/tap-server.mjs', import.meta.url)), 'echo'];
const LINE = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"${'x'.repeat(100)}"}}}\n`;

const homes = [];

/** Start the server as a host does. */
function start(tapped, command) {
  const home = mkdtempSync(join(tmpdir(), 'lifeline-bench-'));
  homes.push(home);
  const [file, ...args] = tapped ? [process.execPath, CLI, 'tap', '--', ...command] : command;
  return spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, LIFELINE_HOME: home } });
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

/** Milliseconds of everything, each as `[with, without]`. */
export async function tapMeasures() {
  const both = async (measure) => [await measure(true), await measure(false)];
  const starts = { node: [], cat: [], floods: [] };
  for (let run = 0; run < 15; run++) {
    starts.node.push(await both((tapped) => startOf(tapped, ECHO)));
    starts.cat.push(await both((tapped) => startOf(tapped, ['cat'])));
  }
  const [tapped, bare] = [start(true, ECHO), start(false, ECHO)];
  for (let warm = 0; warm < 500; warm++) for (const child of [tapped, bare]) await roundTrip(child);
  const trips = [];
  for (let n = 0; n < 5000; n++) trips.push([await roundTrip(tapped), await roundTrip(bare)]);
  for (const child of [tapped, bare]) await end(child);
  for (let run = 0; run < 3; run++) starts.floods.push(await both((each) => flood(each, 100_000)));
  for (const home of homes) rmSync(home, { recursive: true, force: true });
  return { ...starts, trips };
}
