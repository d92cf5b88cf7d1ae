/** Standard output belongs to what a person asked to have written there. */
import type { CommandIo } from './command.ts';
import { isStandardOutput } from './recording/index.ts';

/** The same, but what a command prints goes to standard error when `out`, a path as typed, is standard output. */
export function ioBeside(out: string | undefined, io: CommandIo): CommandIo {
  if (!isStandardOutput(out)) return io;
  return { ...io, print: (text) => io.warn(text.replace(/\n$/, '')) };
}
