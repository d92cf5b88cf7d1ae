/**
 * How cost grows with the length of a recording: for each shape, what it takes to fold it, to say its facts, and so on, at several
 * lengths, and the exponent that fits. 1 is a cost that grows with the work; 2 hangs sooner or later. By itself:
 * `node tests/bench/growth.mjs [--shapes "never answered,notes"] [--sizes 10000,30000] [--budget 120] [--root FOLDER]`.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Report } from './report.mjs';
import { SHAPES } from './shapes.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SIZES = [10_000, 30_000, 100_000, 300_000];
/** Shorter times (milliseconds) are mostly the machine's moods. */
const NOISE = 15;
/** The largest exponent that is growth with the work: the logarithm of a sorted list is in it, and memory that is farther away. */
const MOST = 1.2;

/** Slope of the line that fits log time over log size best; undefined for fewer than two sizes whose times say something. */
export function exponent(times) {
  const points = [...times].filter(([, ms]) => ms >= NOISE).map(([size, ms]) => [Math.log(size), Math.log(ms)]);
  if (points.length < 2) return undefined;
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return over / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

/** Bundle a file of this folder, as it is under `root`, into `folder`; gives the bundle's file. */
async function bundled(name, root, folder) {
  const { build } = await import('rolldown');
  const file = join(folder, name);
  await build({
    input: join(root, 'tests/bench', name),
    cwd: root,
    platform: 'node',
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'warn',
  });
  return file;
}

/**
 * Run the measurements of one shape and size, but for those in `skip`. One that takes more than `budget` seconds of processor time is
 * ended and is `Infinity`; those after it are measured in a new thread. Gives milliseconds by measurement.
 */
async function measure(file, shape, count, budget, skip) {
  const took = new Map();
  for (;;) {
    const worker = new Worker(file, {
      workerData: { shape, count, skip: [...skip, ...took.keys()] },
      resourceLimits: { maxOldGenerationSizeMb: 6144 },
    });
    let begun;
    let since = process.cpuUsage();
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(since);
      if (user + system > budget * 1e6) void worker.terminate();
    }, 200);
    worker.on('message', ({ begins, name, ms }) => {
      begun = begins;
      since = process.cpuUsage();
      if (name !== undefined) took.set(name, ms);
    });
    await once(worker, 'exit');
    clearInterval(watch);
    if (begun === undefined) return took;
    took.set(begun, Infinity);
  }
}

const ms = (value) =>
  value === Infinity ? 'too long' : value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${value.toFixed(0)} ms`;

/**
 * Measure `shapes` (all by default) at `sizes`, with `budget` seconds for each measurement. `report` gets a row for each shape
 * and measurement: the exponent, and the times beside it.
 */
export async function growth(report, { shapes = Object.keys(SHAPES), sizes = SIZES, budget = 120, root = ROOT } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-growth-'));
  try {
    const file = await bundled('growth-measures.mjs', root, folder);
    for (const shape of shapes) {
      const { most = Infinity } = SHAPES[shape];
      const byMeasure = new Map();
      const slow = new Set();
      for (const size of new Set(sizes.map((each) => Math.min(each, most)))) {
        for (const [name, took] of await measure(file, shape, size, budget, slow)) {
          byMeasure.set(name, (byMeasure.get(name) ?? new Map()).set(size, took));
          if (took === Infinity) slow.add(name);
        }
      }
      for (const [name, times] of byMeasure) {
        const found = slow.has(name) ? Infinity : exponent(times);
        const series = [...times].map(([size, took]) => `${size / 1000}k ${ms(took)}`).join(', ');
        report.row(`growth of ${shape}: ${name}`, `< ${MOST}`, found, 'ratio', series);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Milliseconds that the fold of `count` events takes alone, and together with every lens (`lenses`) or all rules (`findings`): `runs` of
 * each, in turn.
 */
export async function beside(which, count, runs) {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-folds-'));
  try {
    const file = await bundled('fold-measures.mjs', ROOT, folder);
    const worker = new Worker(file, {
      workerData: { which, count, runs },
      resourceLimits: { maxOldGenerationSizeMb: 6144 },
    });
    const [measured] = await once(worker, 'message');
    return measured;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const option = (name) => process.argv[process.argv.indexOf(`--${name}`) + 1];
  const given = (name, read) => (process.argv.includes(`--${name}`) ? { [name]: read(option(name)) } : {});
  await growth(new Report(), {
    ...given('shapes', (text) => text.split(',').map((each) => each.trim())),
    ...given('sizes', (text) => text.split(',').map(Number)),
    ...given('budget', Number),
    ...given('root', String),
  });
}
