/**
 * Stands between a host and its server over stdio (2025-11-25, basic/transports#stdio): starts the server as the host would have,
 * passes bytes, signals and the end on as they come, and has copies of them recorded by another thread. Whatever becomes of the
 * recording, the traffic goes on.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { writeSync } from 'node:fs';
import { errorText } from '#shared/base';
import type { TapOrders } from '#shared/tap';
import { explainSpawnError, signalGroup, startCommand } from '../../stdio/index.ts';
import type { TapRequest } from './args.ts';
import type { ArmedTapFile } from './arming.ts';
import type { Copies } from './copies.ts';
import type { Happened, Source } from './copy.ts';
import { guardServer } from './guard.ts';
import { passOn, type ArmedBy, type Exit } from './pass-on.ts';
import { endAs, isEnding, onSignals } from './signals.ts';
import { recorderOf, startedNow } from './recorder-of.ts';
import type { Thread } from './thread.ts';
import { written } from './written.ts';

/** A shell's exit codes for a missing command, and for one that can't be started. */
const NOT_FOUND = 127;
const NOT_STARTED = 126;
/** The exit code of every command for wrong usage. */
const WRONG_USE = 2;
/** And for a file that can't be read. */
const NOT_READ = 3;

/** Run the server behind the tap, until this process ends as the server did. `recorder` is the file of the recorder's thread. */
export function runTap(request: TapRequest, recorder: URL, armedBy: ArmedBy): void {
  const { command, args } = request;
  const clock = startedNow();
  let child: ChildProcessWithoutNullStreams | undefined;
  let refused: unknown;
  try {
    child = startCommand(command, args);
  } catch (error) {
    // Arguments that no program accepts, or too many.
    refused = error;
  }
  const { thread, copies } = recorderOf<Source, Happened>(recorder, clock, {
    transport: 'stdio',
    ...request,
    args,
    cwd: workingFolder(),
  });
  thread.onReplaced = say;
  const failed = (error: unknown): void => {
    const { code, reason, detail } = explainSpawnError(error, { command });
    copies.happened({ k: 'process', event: 'spawn-failed', error: code });
    copies.happened({ k: 'connection', event: 'problem', reason, detail });
    say(`${command} can’t be started: ${code}`);
    void written(thread, copies, say).then((lacking) => {
      lacking.forEach(say);
      process.exit(code === 'ENOENT' ? NOT_FOUND : NOT_STARTED);
    });
  };
  if (child?.pid === undefined) {
    if (child) child.once('error', failed);
    else failed(refused);
    return;
  }
  serve(child, child.pid, thread, copies, armedBy);
}

/** The same with the rules of a file: a wrong one is reported before the server is started. */
export async function runTapWithRules(request: TapRequest, rules: string, recorder: URL, file: URL): Promise<void> {
  const by = (await import(file.href)) as ArmedTapFile;
  let orders: TapOrders | string;
  try {
    orders = by.rulesIn(rules);
  } catch (error) {
    say(errorText(error));
    process.exitCode = NOT_READ;
    return;
  }
  if (typeof orders === 'string') {
    say(orders);
    process.exitCode = WRONG_USE;
    return;
  }
  runTap(request, recorder, { file, rules: { by, orders } });
}

/** A message to the host, on the server's standard error, which may have been closed. */
function say(sentence: string): void {
  try {
    writeSync(2, `mcp-lifeline tap: ${sentence}\n`);
  } catch {
    // The host has closed its end, or does not read.
  }
}

/** Empty for a deleted folder, which does not stop the server; Node can't start a thread there, so it is left. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.chdir('/');
    return '';
  }
}

/** Pass everything on until the server has ended, and end as it did. */
function serve(
  child: ChildProcessWithoutNullStreams,
  pid: number,
  thread: Thread,
  copies: Copies,
  armedBy: ArmedBy,
): void {
  let exit: Exit | undefined;
  let isAsked = false;
  let unguard = (): void => undefined;
  onSignals((signal) => {
    // Nobody else could respond to it.
    if (exit) return endAs(exit);
    isAsked ||= isEnding(signal);
    copies.happened({ k: 'process', event: 'signal', signal, by: 'host' });
    // On Windows any signal ends a process, and `cmd.exe` starts the server as its child.
    if (process.platform === 'win32') signalGroup(pid, 'SIGKILL');
    else child.kill(signal);
  });
  copies.happened({ k: 'process', event: 'spawn', pid });
  child.once('exit', (code, signal) => {
    exit = { code, signal };
    // Its signal would reach the next process with the server's number.
    unguard();
  });
  void passOn(child, thread, copies, () => isAsked, armedBy).then(async (as) => {
    (await written(thread, copies, say)).forEach(say);
    endAs(as);
  });
  // The host waits for the running server: what only the worst case needs comes later.
  setImmediate(() => {
    if (!exit) unguard = guardServer(pid);
  });
}
