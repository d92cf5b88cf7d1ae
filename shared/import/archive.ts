/** Another program's file in a ZIP archive, such as a HAR that was zipped for a bug report. */
import { encodingOf } from './encoding.ts';
import { importText, MAX_IMPORT_CHARS } from './import-text.ts';
import { recognise } from './recognise.ts';
import type { ImportOptions, ImportResult } from './types.ts';
import { filesInZip } from './zip.ts';

/** An archive with more files that look right is strange. */
const MAX_READ_COUNT = 50;

/** Import the one recording or MCP file of an archive; several are named. Never throws; damage gives what comes before it. */
export function importArchive(archive: Uint8Array, name: string, options: ImportOptions = {}): ImportResult {
  const found: { readonly file: string; readonly result: ImportResult }[] = [];
  let read = 0;
  try {
    for (const { name: file, bytes } of filesInZip(archive, MAX_IMPORT_CHARS)) {
      const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
      if (recognise(text) === undefined) continue;
      if (++read > MAX_READ_COUNT) break;
      const result = importText(text, file.split('/').at(-1) ?? name, options);
      if (result.ok || result.servers) found.push({ file, result });
    }
  } catch {
    // No archive after all, or one that ends early.
  }
  const [only, second] = found;
  if (only && second) return { ok: false, files: found.map(({ file }) => file) };
  return only?.result ?? { ok: false };
}
