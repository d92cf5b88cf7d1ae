/** Files that options name. */
import { readFileSync } from 'node:fs';
import { errorText } from '#shared/base';

/** A file that an option names can't be read, so there is no result, whatever the command is. The message names the file. */
export class UnreadableFile extends Error {}

export function optionFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UnreadableFile(`${path} can’t be read: ${errorText(error)}.`, { cause: error });
  }
}
