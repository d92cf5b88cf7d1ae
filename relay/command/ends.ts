import { errorText } from '#shared/base';

/** Ends a command with a sentence that says why. Gives the exit code, as it was given. */
export function ends({ warn }: { readonly warn: (line: string) => void }, code: number, sentence: string): number {
  warn(sentence);
  return code;
}

/** Write the file at `path`, which is named in the sentence that says why it can't be done; undefined when it was. */
export function written(path: string, write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return `${path} can’t be written: ${errorText(error)}.`;
  }
}
