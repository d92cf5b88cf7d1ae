/** Files of other programs (HAR, logs of MCP hosts, plain messages) as recordings. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  encodingOf,
  importArchive,
  importText,
  isZip,
  MAX_IMPORT_CHARS,
  type ImportOptions,
  type ImportResult,
} from '#shared/import';
import { visibleText } from '#shared/plain-text';
import { recordingLines } from '#shared/recording';
import { temporaryFolder } from './temporary.ts';
import { plainBytes, type Unpacked } from './unpack.ts';

export type Foreign = Extract<ImportResult, { readonly ok: true }>;

/** Import a file of another program: plain, gzipped or a ZIP. Undefined if unknown. Rejects when it can't be read. */
export async function importFile(path: string, options: ImportOptions = {}): Promise<ImportResult | undefined> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const pieces: string[] = [];
  const packed: Buffer[] = [];
  let length = 0;
  for await (const piece of plainBytes(path)) {
    // An archive is read from its end, so all of it is needed.
    if (packed.length > 0 || (length === 0 && isZip(piece))) packed.push(Buffer.from(piece));
    else {
      decoder ??= new TextDecoder(encodingOf(piece));
      pieces.push(decoder.decode(piece, { stream: true }));
    }
    length += packed.length > 0 ? piece.length : (pieces.at(-1)?.length ?? 0);
    if (length > MAX_IMPORT_CHARS) return undefined;
  }
  const name = basename(path);
  if (packed.length > 0) return importArchive(Buffer.concat(packed), name, options);
  pieces.push(decoder?.decode() ?? '');
  return importText(pieces.join(''), name.replace(/\.gz$/i, ''), options);
}

/** What a person must choose before a file can be read, as a sentence without its end. */
export function choiceOf(result: ImportResult, wanted?: string): string | undefined {
  if (result.ok) return undefined;
  if (result.files)
    return `it contains ${result.files.length} files that can be read (${listed(result.files)}); unpack it and name one`;
  if (!result.servers) return undefined;
  const servers = result.servers.map(
    ({ name, messages }) => `${name} (${messages === 1 ? '1 message' : `${messages} messages`})`,
  );
  const unknown = wanted === undefined ? '' : `it has no server “${visibleText(wanted)}”; `;
  return `${unknown}it contains messages of ${servers.length} servers: ${listed(servers)}; choose one with --server NAME`;
}

/** A limited number of names from a file, with marks for control characters. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).map((name) => visibleText(name.slice(0, 200)));
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '');
}

/** What was not understood of a file, as a sentence; undefined when all was. */
export function notUnderstoodOf(path: string, { unread, unreadCount }: Foreign): string | undefined {
  if (unreadCount === 0) return undefined;
  const places = unread.slice(0, 5).map(({ at }) => at);
  const more = unreadCount > places.length ? ', …' : '';
  const parts = unreadCount === 1 ? '1 part was' : `${unreadCount} parts were`;
  return `${path}: ${parts} not recognized (line or entry ${places.join(', ')}${more}).`;
}

/** A recording that only this person can read. Throws system errors. */
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
