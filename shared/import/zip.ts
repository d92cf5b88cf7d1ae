/** The files of a ZIP archive (APPNOTE 6.3.10), within bounds: what an archive says of itself is not believed. */
import { unzipSync } from 'fflate';

/** The list of an archive is read again for each file. */
const MAX_FILE_COUNT = 1000;
const MAX_NAME_CHARS = 1000;

/** True for the first bytes of a ZIP archive with a file in it. */
export function isZip(first: Uint8Array): boolean {
  return first[0] === 0x50 && first[1] === 0x4b && first[2] === 0x03 && first[3] === 0x04;
}

/**
 * The files of an archive one after another, each unpacked when it is asked for, in `limit` bytes together at most: files that say
 * they are larger than what is left are passed over, and none unpacks to more than it said. Folders and what macOS puts beside
 * files are passed over. Throws when it is no archive that can be read, or lists too many files.
 */
export function* filesInZip(archive: Uint8Array, limit: number) {
  const names: string[] = [];
  let listed = 0;
  unzipSync(archive, {
    filter: ({ name }) => {
      if (++listed > MAX_FILE_COUNT) throw new Error('too many files');
      if (name.length <= MAX_NAME_CHARS && !/\/$|(?:^|\/)(?:__MACOSX\/|\.)/.test(name)) names.push(name);
      return false;
    },
  });
  let left = limit;
  for (const wanted of names) {
    let taken = false;
    const files = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        if (taken || name !== wanted || originalSize > left) return false;
        return (taken = true);
      },
    });
    const bytes = Object.hasOwn(files, wanted) ? files[wanted] : undefined;
    if (!bytes) continue;
    left -= bytes.length;
    yield { name: wanted, bytes };
  }
}
