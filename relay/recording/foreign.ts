/** Files of other programs (HAR, logs of MCP hosts, plain messages) as recordings. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { encodingOf, importText, LONGEST_IMPORT, type ImportResult } from '#shared/import';
import { recordingLines } from '#shared/recording';
import { temporaryFolder } from './temporary.ts';
import { plainBytes, type Unpacked } from './unpack.ts';

export type Foreign = Extract<ImportResult, { readonly ok: true }>;

/** Read a file, gzipped or not, that is no recording of our own. Undefined when it is in no known format. Rejects when it can't be read. */
export async function importFile(path: string): Promise<Foreign | undefined> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of plainBytes(path)) {
    decoder ??= new TextDecoder(encodingOf(piece));
    const text = decoder.decode(piece, { stream: true });
    length += text.length;
    if (length > LONGEST_IMPORT) return undefined;
    pieces.push(text);
  }
  pieces.push(decoder?.decode() ?? '');
  const result = importText(pieces.join(''), basename(path).replace(/\.gz$/i, ''));
  return result.ok ? result : undefined;
}

/** Write what was read into a recording that only this person can read. Throws what the system throws. */
export function foreignCopy({ recorded }: Foreign): Unpacked {
  const folder = temporaryFolder();
  const path = join(folder.path, 'imported.mcprec');
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      for (const line of recordingLines(recorded)) {
        const bytes = Buffer.from(`${line}\n`);
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    folder.remove();
    throw error;
  }
  return { path, remove: () => folder.remove() };
}
