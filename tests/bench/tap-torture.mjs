/**
 * `node tests/bench/tap-torture.mjs [ROUNDS]`: traffic between a host and a server through the tap, without a break, while relays that
 * show it are killed and the disk is filled at random, and says whether a byte was lost or changed. Needs a small disk of its own: run
 * it as root on Linux, or name the folder of one that may be filled as SMALL_DISK.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));
const SERVER = fileURLToPath(new URL('../fixtures/tap-server.mjs', import.meta.url));
const rounds = Number(process.argv[2] ?? 500);

const folder = process.env.SMALL_DISK ?? mkdtempSync(join(tmpdir(), 'lifeline-torture-'));
const mounted = process.env.SMALL_DISK === undefined;
if (mounted) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder]);
const report = join(mkdtempSync(join(tmpdir(), 'lifeline-torture-')), 'report.json');
const env = { ...process.env, LIFELINE_HOME: folder };

const host = spawn(process.execPath, [CLI, 'tap', '--', process.execPath, SERVER, 'echo', report], {
  stdio: ['pipe', 'pipe', 'inherit'],
  env,
});
const ended = once(host, 'close');
const [sent, got] = [createHash('sha256'), createHash('sha256')];
let [sentBytes, gotBytes, over] = [0, 0, false];
host.stdout.on('data', (piece) => {
  got.update(piece);
  gotBytes += piece.length;
});

/** Lines of any length, some of them no text, in pieces of any length. */
async function talk() {
  while (!over) {
    const text = `{"jsonrpc":"2.0","method":"x","params":"${'y'.repeat(randomInt(2000))}"}\n`;
    const piece = randomInt(20) === 0 ? randomBytes(randomInt(1, 3000)) : Buffer.from(text.slice(randomInt(30)));
    sent.update(piece);
    sentBytes += piece.length;
    if (!host.stdin.write(piece)) await once(host.stdin, 'drain');
    await setTimeout(randomInt(10));
  }
  host.stdin.end();
}

const filler = join(folder, 'filler');
const counts = { kills: 0, fills: 0 };
async function killRelay() {
  const relay = spawn(process.execPath, [CLI, '--no-open', '--port', '0'], {
    stdio: 'ignore',
    env: { ...env, CI: '1' },
  });
  const gone = once(relay, 'close');
  await setTimeout(randomInt(900));
  relay.kill('SIGKILL');
  await gone;
  counts.kills++;
}
async function fillDisk() {
  try {
    for (;;) appendFileSync(filler, Buffer.alloc(1024 * 1024));
  } catch {
    // Full; what is smaller than a piece, too.
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(512));
    } catch {
      counts.fills++;
    }
  }
  await setTimeout(randomInt(300));
  rmSync(filler, { force: true });
}

const talking = talk();
for (let round = 0; round < rounds; round++) await (randomInt(2) === 0 ? killRelay() : fillDisk());
over = true;
await talking;
const [code, signal] = await ended;
const server = JSON.parse(readFileSync(report, 'utf8')).stdin;
const [out, back] = [sent.digest('hex'), got.digest('hex')];
const whole = server.sha256 === out && back === out && sentBytes === gotBytes && code === 7;
const kept = readdirSync(join(folder, 'recordings')).map((name) => statSync(join(folder, 'recordings', name)).size);
console.log(JSON.stringify({ ...counts, sentBytes, gotBytes, server: server.bytes, code, signal, whole, kept }));
if (mounted) execFileSync('umount', [folder]);
process.exitCode = whole ? 0 : 1;
