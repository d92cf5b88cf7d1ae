/** The relay as the program people run, started as a process, ended after the test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { inject, onTestFinished } from 'vitest';
import { enter, PRINTED } from '../../enter.mjs';
import { eventually, type Address } from './page.ts';

export interface Program {
  readonly child: ChildProcess;
  /** What it printed so far. */
  readonly output: () => string;
  /** Resolves with the exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** The bundled program, for what starts it itself. */
export const programFile = (): string => inject('programFile');

/** Start `mcp-lifeline` with these arguments and recordings under `home`. */
export function run(args: readonly string[], home: string): Program {
  const env = { ...process.env, LIFELINE_HOME: home, CI: '1' };
  const child = spawn(process.execPath, [programFile(), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const ended = once(child, 'close').then(
    ([code, signal]: (number | string | null)[]): number | string => code ?? signal ?? 'unknown',
  );
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { child, output: () => output, ended };
}

/** Where a started program listens, signed in with the address that it printed first. */
export async function addressOf(program: Program): Promise<Address> {
  const [printed] = await eventually(() => PRINTED.exec(program.output()));
  return enter(printed);
}

/** True while a process with this id runs (a dead one that nobody has waited for does not). */
export async function isRunning(pid: number): Promise<boolean> {
  const { readFile } = await import('node:fs/promises');
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  return stat !== undefined && !/\) [ZX] /.test(stat);
}
