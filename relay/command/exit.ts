import { errorText } from '#shared/base';

/**
 * Exit codes of the program, for CI. One rule for all commands:
 *
 * - `good`: it was done, and the result is as it should be: the same, an answer, a report.
 * - `bad`: it was done, and the result is not as it should be: something changed, failed, or was answered with an error.
 * - `wrongUse`: the arguments can't be carried out, whatever the server or the recording is; nothing was sent.
 * - `notRun`: there is no result: a file that can't be read or written, no session, no consent.
 * - `notWhole`: the recording that was made lacks something, whatever the result is.
 *
 * A signal ends the program with 128 and its number; `mock` over stdio ends as the recorded process did.
 */
export const EXIT = { good: 0, bad: 1, wrongUse: 2, notRun: 3, notWhole: 4 } as const;

/** Warns with a sentence that says why. Gives the exit code that it got. */
export function ends({ warn }: { readonly warn: (line: string) => void }, code: number, sentence: string): number {
  warn(sentence);
  return code;
}

/** Runs `write`. Undefined when that worked; else a sentence that names the file and says why. */
export function written(path: string, write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return `${path} can’t be written: ${errorText(error)}.`;
  }
}
