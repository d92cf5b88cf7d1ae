/** The benchmarks in tiny sizes: each part still runs to its end, and what a part started ends with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../relay/support/bundle.mjs';
import { eventually } from '../relay/support/page.ts';
import { temporaryFolder } from '../relay/support/relay.ts';

const PARTS =
  'opening messages in-flight round-trips recordings views library direct soak commands folds findings tap'.split(' ');

/** Start it with these options; `mark` is in the environment of every process that it starts. */
function bench(args: readonly string[], mark = '') {
  const child = spawn(process.execPath, [join(ROOT, 'tests/bench/run.mjs'), '--tiny', ...args], {
    env: { ...process.env, BENCH_MARK: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { child, output: () => output, ended };
}

interface Kept {
  readonly rows: readonly { readonly measure: string; readonly value?: number | null }[];
}
const kept = (file: string): Kept => JSON.parse(readFileSync(file, 'utf8')) as Kept;

describe('the benchmarks', () => {
  test('run every part to its end and keep its rows, which a later run is compared with', async () => {
    const file = join(temporaryFolder(), 'rows.json');
    const first = bench(['--save', file]);
    const code = await first.ended;
    expect(first.output()).not.toContain('FAILED');
    expect(code).toBe(0);
    const ended = [...first.output().matchAll(/^part ([\w-]+): ended/gm)].map(([, name]) => name);
    expect(ended).toEqual(PARTS);
    const { rows } = kept(file);
    expect(new Set(rows.map(({ measure }) => measure)).size).toBe(rows.length);
    const again = bench(['--only', 'in-flight', '--against', file]);
    expect(await again.ended).toBe(0);
    expect(again.output()).toMatch(/\| here \/ before \|/);
    expect(again.output()).toMatch(/\| 10 calls in flight[^|]*\| 10 +\| 10 +\| 10 +\| 1\.00 +\|/);
  });

  test('name the parts when one is not known', async () => {
    const wrong = bench(['--only', 'soak,nosuch']);
    expect(await wrong.ended).toBe(2);
    expect(wrong.output()).toContain(`no part nosuch; there are: ${PARTS.join(' ')}`);
  });

  test('leave no process behind when they are ended in the middle', async () => {
    const mark = `bench-${process.pid}-${Date.now()}`;
    const marked = (): number[] =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .filter((pid) => environOf(pid).includes(mark));
    const { child, ended } = bench(['--only', 'messages'], mark);
    // Itself, its relay and the processes of the browser; what a process was started with can be read on Linux only.
    if (process.platform !== 'linux') return;
    await eventually(() => (marked().length > 4 ? true : undefined));
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
    await eventually(() => (marked().length === 0 ? true : undefined));
  });
});

function environOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}
