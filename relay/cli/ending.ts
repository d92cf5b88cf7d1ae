/** The end of the program: every session is ended in order first, within a bounded time. */
import type { Relay } from '../server/index.ts';

/** Longer than one session's whole shutdown. After it, the guards end what still runs. */
const LIMIT_MS = 8000;
/** 128 and the signal's number: what a shell reports for a program that a signal ended. */
const CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Be called with the exit code whenever a signal asks the program to end. */
export function onSignal(end: (code: number) => void): void {
  for (const [signal, code] of Object.entries(CODES)) process.on(signal, () => end(code));
}

/** End `relay` on a signal or a bug. A second signal ends at once. */
export function endInOrder(relay: Relay): void {
  let ending = false;
  const end = (code: number): void => {
    // The guards of the sessions notice the exit and end what still runs.
    if (ending) process.exit(code);
    ending = true;
    setTimeout(() => process.exit(code), LIMIT_MS).unref();
    void relay.close().finally(() => process.exit(code));
  };
  onSignal(end);
  process.on('uncaughtException', (error) => {
    console.error(error);
    if (!ending) end(1);
  });
}
