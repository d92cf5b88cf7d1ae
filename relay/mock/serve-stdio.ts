/** A mock as a server process: lines on standard input and output (2025-11-25, basic/transports#stdio). */
import type { Readable, Writable } from 'node:stream';
import { Mock, serve, type MockOptions, type MockPlan, type Usage } from '#shared/mock';
import { bytesOf } from '#shared/recording';
import { LineSplitter, type SplitLine } from '../stdio/index.ts';
import { Timers } from './timers.ts';

const LINE_END = Buffer.from('\n');
const NOTHING = Buffer.alloc(0);

export interface Pipes {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Takes what a person should know; it goes to `stderr` otherwise. */
  readonly say?: (sentence: string) => void;
}

/** Serve until the client closes the pipe, the recorded server ends, or `signal` says so. `usage` is told what is called. Gives the exit code. */
export function serveStdio(
  plan: MockPlan,
  options: MockOptions,
  { stdin, stdout, stderr, say = (sentence) => void stderr.write(`${sentence}\n`) }: Pipes,
  signal: AbortSignal,
  usage?: Usage,
): Promise<number> {
  return new Promise((resolve) => {
    const timers = new Timers();
    const lines = new LineSplitter();
    let over = false;
    const end = (code: number): void => {
      if (over) return;
      over = true;
      timers.end();
      stdin.destroy();
      // What was written goes out first.
      stdout.write('', () => resolve(code));
    };
    const mock = new Mock(serve(plan, options, usage), {
      begin: () => undefined,
      now: () => performance.now(),
      later: (ms, run) => timers.later(ms, run),
      say,
      perform: (action) => {
        if (over) return;
        switch (action.do) {
          case 'exit':
            return end(action.code);
          case 'disconnect':
            return end(1);
          case 'stderr':
            return void stderr.write(bytesOf(action.payload));
          // Of HTTP alone.
          case 'event':
          case 'end':
            return;
          case 'message':
            return void stdout.write(
              Buffer.concat([bytesOf(action.payload), action.unterminated ? NOTHING : LINE_END]),
            );
        }
      },
    });
    const take = (lines: readonly SplitLine[]): void => {
      for (const { bytes } of lines) if (!over) mock.receive(bytes.toString());
    };
    stdin.on('data', (chunk: Buffer) => take(lines.push(chunk)));
    stdin.on('end', () => {
      take(lines.end());
      end(0);
    });
    stdin.on('error', () => end(0));
    stdout.on('error', () => end(0));
    // Words that nobody reads.
    stderr.on('error', () => undefined);
    signal.addEventListener('abort', () => end(0), { once: true });
    mock.start();
  });
}
