/** The built relay as a process of its own, for scripts that measure it or show it: its address once it is printed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRINTED } from './enter.mjs';

const CLI = fileURLToPath(new URL('../dist/relay/cli.js', import.meta.url));

/**
 * Start it on `port` with `args` in folder `cwd`, its data in a folder of its own, which `fill` is given first. Gives the
 * printed address, that folder (`home`), how long it took (milliseconds), the process id, and `close`, which ends it and removes the data.
 */
export async function startRelay({ port, args = [], cwd = process.cwd(), fill = async () => {} }) {
  const home = mkdtempSync(join(tmpdir(), 'lifeline-script-'));
  await fill(home);
  const began = performance.now();
  const child = spawn(process.execPath, [CLI, '--no-open', '--port', String(port), ...args], {
    cwd,
    env: { ...process.env, LIFELINE_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (data) => {
      printed += data;
      const address = PRINTED.exec(printed)?.[0];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the relay ended with ${code}: ${printed}`)));
  });
  const took = performance.now() - began;
  const close = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
    rmSync(home, { recursive: true, force: true });
  };
  return { url, home, took, pid: child.pid, close };
}
