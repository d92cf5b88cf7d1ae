/** Many recordings for one report. */
import type { Recorded } from '#shared/recording';
import type { CommandIo } from '../command/index.ts';
import { loadRecording, type FileDamage } from '../recording/index.ts';

/**
 * Read these files one after the other, and `take` each that can be read, and what of it is damaged. What can't be read is said. Gives true
 * when a file could not be read at all.
 */
export async function readEach(
  files: readonly string[],
  io: CommandIo,
  take: (file: string, recorded: Recorded, damage?: FileDamage) => void,
): Promise<boolean> {
  let unread = false;
  for (const file of files) {
    const loaded = await loadRecording(file, io);
    if (!loaded.ok) {
      io.warn(loaded.sentence);
      unread = true;
      continue;
    }
    take(file, loaded.recorded, loaded.damage);
  }
  return unread;
}
