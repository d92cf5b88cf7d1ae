/** Many recordings for one report. */
import type { Recorded } from '#shared/recording';
import type { CommandIo } from '../command/index.ts';
import { openRecording, type FileDamage, type Follow } from '../recording/index.ts';

export interface UnreadFile {
  readonly file: string;
  readonly sentence: string;
}

/**
 * Read files one after the other and `take` each readable one, with its damage; `follow` is told of the events of each while it is
 * read. Warns of and gives those that can't be read.
 */
export async function readEach(
  files: readonly string[],
  io: CommandIo,
  take: (file: string, recorded: Recorded, damage?: FileDamage) => void,
  follow?: Follow,
): Promise<readonly UnreadFile[]> {
  const unread: UnreadFile[] = [];
  for (const file of files) {
    const loaded = await openRecording(file, io, follow);
    if (!loaded.ok) {
      io.warn(loaded.sentence);
      unread.push({ file, sentence: loaded.sentence });
      continue;
    }
    take(file, loaded.recorded, loaded.damage);
  }
  return unread;
}
