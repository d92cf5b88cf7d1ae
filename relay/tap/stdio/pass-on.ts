/** Everything that passes between this process's standard streams and those of the server, until the server has ended. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { TapOrders } from '#shared/tap';
import { within } from '../../stdio/index.ts';
import type { Copies } from './copies.ts';
import { Arming, type ArmedTapFile } from './arming.ts';
import { Pump } from './pump.ts';
import type { Thread } from './thread.ts';

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Milliseconds without a byte, after the exit of a server whose children still hold its pipes, that count as their end. */
const QUIET = 200;
/** Output of such children is passed for so many milliseconds and bytes at most; a pipe holds less of the server's own. */
const HEARD = { ms: 2000, bytes: 4 * 1024 * 1024 };
/** Milliseconds that the end waits for a host which asked for it and no longer reads. */
const UNREAD = 1000;

const [STDIN, STDOUT, STDERR] = [0, 1, 2];

/** The file that arms the tap on demand, or at once with the rules of a file. */
export interface ArmedBy {
  readonly file: URL;
  readonly rules?: { readonly by: ArmedTapFile; readonly orders: TapOrders };
}

/**
 * Pass on what comes, and give `copies` of it. Resolves once the server has ended and all that it wrote has been taken by the system;
 * a host that wants the end (`isAsked`) may wait for that alone, and read nothing any more.
 */
export async function passOn(
  child: ChildProcessWithoutNullStreams,
  thread: Pick<Thread, 'started' | 'onWord'>,
  copies: Copies,
  isAsked: () => boolean,
  { file, rules }: ArmedBy,
): Promise<Exit> {
  const { started } = thread;
  let lives = true;
  /** Streams that the tap has ended, not the server. */
  const cut = new Set<number>();
  /** The server closed its end and lives on. The pipe of one that ends closes a moment before its exit is known. */
  const closed = (stream: number): void => {
    void Promise.all([started, setTimeout(QUIET)]).then(() => {
      if (!lives) return;
      if (stream === STDOUT && !cut.has(STDOUT)) copies.happened({ k: 'process', event: 'stdout-end', by: 'server' });
      giveBack(stream);
    });
  };
  const input = new Pump(process.stdin, child.stdin, {
    passed: (bytes) => copies.bytes('host', bytes),
    ended: () => copies.happened({ k: 'process', event: 'stdin-end', by: 'host' }),
    broke: (error, bytes) => {
      copies.happened({ k: 'process', event: 'stdin-error', error, ...(bytes > 0 ? { bytes } : {}) });
      closed(STDIN);
    },
  });
  const output = new Pump(child.stdout, process.stdout, {
    passed: (bytes) => copies.bytes('server', bytes),
    finished: () => closed(STDOUT),
  });
  const errors = new Pump(child.stderr, process.stderr, {
    passed: (bytes) => copies.bytes('stderr', bytes),
    // The tap may write to it, too.
    stays: true,
    finished: () => closed(STDERR),
  });
  const site = {
    input,
    output,
    copies,
    cut: (pump: Pump): void => {
      const stream = pump === input ? STDIN : STDOUT;
      cut.add(stream);
      pump.stop();
      if (stream === STDIN) closed(STDIN);
    },
    kill: (): void => void child.kill('SIGKILL'),
  };
  const arming = new Arming(file, site, rules?.by.arm(site, rules.orders));
  thread.onWord = (word) => arming.take(word);
  const [code, signal] = (await once(child, 'exit')) as [Exit['code'], Exit['signal']];
  lives = false;
  const exited = performance.now();
  const outputs = [output, errors].map((pump) => ({ pump, from: pump.read }));
  const isLeft = (pump: Pump): boolean => isAsked() && pump.stuck > UNREAD;
  const isDone = ({ pump, from }: (typeof outputs)[number]): boolean => {
    const since = performance.now() - exited;
    const isHeard = pump.read - from > HEARD.bytes || Math.min(since, pump.listens) > HEARD.ms;
    return pump.over || Math.min(since, pump.idle) > QUIET || isHeard || isLeft(pump);
  };
  await within(Infinity, () => outputs.every(isDone));
  for (const each of [input, output, errors]) each.stop();
  await within(Infinity, () => outputs.every(({ pump }) => pump.flushed || isLeft(pump)));
  copies.happened({ k: 'process', event: 'exit', code, signal });
  return { code, signal };
}

/**
 * Let whoever is at the other end of a standard stream know that nobody is at this one: Node leaves them open for ever. The number
 * stays taken, because the system's own files must not get it; so this is for when no thread is starting.
 */
function giveBack(stream: number): void {
  if (process.platform === 'win32') return;
  try {
    closeSync(stream);
    openSync('/dev/null', 'r+');
  } catch {
    // It is closed already.
  }
}
