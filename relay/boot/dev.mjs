// `npm run dev`: the relay with the page from its sources; the relay is built and started again when its own change.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';

ensureInstalled();
const { ensureRelayBuilt } = await import('./build.mjs');
await ensureRelayBuilt();

// One secret for all starts, so that an open page goes on after a restart.
const env = { ...process.env, LIFELINE_DEV_TOKEN: randomBytes(32).toString('base64url') };
let relay = start(process.argv.slice(2));
let restarting = Promise.resolve();
let timer;

for (const folder of ['relay', 'shared']) {
  watch(join(ROOT, folder), { recursive: true }, () => {
    clearTimeout(timer);
    // Editors save in several steps; one restart is enough for all of them.
    timer = setTimeout(() => (restarting = restarting.then(restart)), 200);
  });
}

// The relay gets the terminal's signals itself and ends in order; this process only waits for it.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
process.on('SIGTERM', () => relay.kill('SIGTERM'));

function start(args) {
  const child = spawn(process.execPath, [join(ROOT, 'dist/relay/cli.js'), '--dev', ...args], { env, stdio: 'inherit' });
  child.once('exit', (code) => {
    if (child === relay) process.exit(code ?? 1);
  });
  return child;
}

async function restart() {
  try {
    if (!(await ensureRelayBuilt())) return;
  } catch (error) {
    console.error(error.message);
    return;
  }
  const old = relay;
  relay = undefined;
  const gone = new Promise((resolve) => old.once('exit', resolve));
  old.kill('SIGTERM');
  await gone;
  relay = start(['--no-open', ...process.argv.slice(2)]);
}
