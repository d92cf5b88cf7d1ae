/** Signals: passed on to the server, and answered as the server answered them. */
import { constants } from 'node:os';

/** Signals that a host or a terminal may send, and a program may catch. */
const PASSED: readonly NodeJS.Signals[] =
  process.platform === 'win32'
    ? ['SIGINT', 'SIGBREAK', 'SIGHUP']
    : ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2'];

const ENDING: readonly (string | null | undefined)[] = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'];
export const isEnding = (signal: string | null | undefined): boolean => ENDING.includes(signal);

/** Milliseconds after which a signal that should have ended this process has not. */
const PATIENCE = 200;

/** Calls `got` with each signal, which then has no other effect on this process. */
export function onSignals(got: (signal: NodeJS.Signals) => void): void {
  for (const signal of PASSED) process.on(signal, got);
}

/** End this process like another one: with its code, or by its signal. */
export function endAs({ code, signal }: { readonly code: number | null; readonly signal: string | null }): void {
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1];
  if (number === undefined) process.exit(code ?? 1);
  for (const each of PASSED) process.removeAllListeners(each);
  // A shell's exit code for a signal, in case the signal is ignored.
  setTimeout(() => process.exit(128 + number), PATIENCE);
  process.kill(process.pid, number);
}
