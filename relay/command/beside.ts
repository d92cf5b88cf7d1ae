/** Standard output belongs to what a person asked to have written there. */
import type { CommandIo } from './command.ts';
import { isStandardOutput } from '../recording/index.ts';

/**
 * The same, but what a command prints and says goes to standard error when its `out`, a path as typed, is standard output. What is
 * kept back stays so.
 */
export function ioBeside(
  { out, quiet, json = false }: { readonly out?: string; readonly quiet: boolean; readonly json?: boolean },
  io: CommandIo,
): CommandIo {
  if (!isStandardOutput(out)) return io;
  return {
    ...io,
    print: (text) => io.warn(text.replace(/\n$/, '')),
    ...(quiet || json ? {} : { say: io.warn }),
  };
}
