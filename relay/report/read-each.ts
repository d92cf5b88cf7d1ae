/** Many recordings for one report. */
import type { Recorded } from '#shared/recording';
import type { CommandIo } from '../command/index.ts';
import { loadRecording, shortOf } from '../recording/index.ts';

/**
 * Read these files one after the other, and `take` each that can be read. What can't, or is cut short, is said; `done` is what happens to the
 * rest of such a one. Gives true when a file could not be read.
 */
export async function readEach(
  files: readonly string[],
  io: CommandIo,
  done: 'judged' | 'read',
  take: (file: string, recorded: Recorded) => void,
): Promise<boolean> {
  let unread = false;
  for (const file of files) {
    const loaded = await loadRecording(file, io);
    if (!loaded.ok) {
      io.warn(loaded.sentence);
      unread = true;
      continue;
    }
    const short = shortOf(file, loaded);
    if (short !== undefined) io.say(`${short}; everything before that is ${done}.`);
    take(file, loaded.recorded);
  }
  return unread;
}
