/** A command of the program in this process: for tests of what it does and says, where the process itself is not in question. */
import { visibleText } from '#shared/plain-text';
import type { CommandIo } from '../../../relay/command/index.ts';
import { readArgs } from '../../../relay/cli/args.ts';

export interface Carried {
  /** What it printed so far: its result, its words, and both in their order. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly output: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
}

/** Carry out `mcp-lifeline ARGS…` as the program does, with recordings under `home`. Throws when that is no command. */
export function carryOut(args: readonly string[], home: string): Carried {
  const read = readArgs(args);
  if (read.type !== 'command') throw new Error(`${args.join(' ')} is no command`);
  let [stdout, stderr, output] = ['', '', ''];
  const tell = (line: string): void => {
    const text = `${visibleText(line, { layout: 'block' })}\n`;
    stderr += text;
    output += text;
  };
  const io: CommandIo = {
    say: tell,
    warn: tell,
    print: (text) => {
      stdout += text;
      output += text;
    },
    signal: new AbortController().signal,
    env: { ...process.env, LIFELINE_HOME: home, CI: '1' },
  };
  const ended = read.command.load().then((command) => command.run(read.argv, io));
  return { stdout: () => stdout, stderr: () => stderr, output: () => output, ended };
}
