/** A command's words for a program that calls it: nothing is printed, and what went wrong is kept for an error. */
import type { CommandIo } from '../command/index.ts';

export interface QuietIo {
  readonly io: CommandIo;
  /** What the command said that a person has to see. */
  readonly said: () => string;
}

/** Words for a command that `signal` ends. */
export function quietIo(signal: AbortSignal): QuietIo {
  const warnings: string[] = [];
  const io: CommandIo = {
    say: () => undefined,
    warn: (line) => void warnings.push(line),
    print: () => undefined,
    signal,
    env: process.env,
  };
  return { io, said: () => warnings.join('\n') };
}
