/** For an instant list: facts by name, valid for one size and time of change. If it is bad, the recordings are read. */
import { join } from 'node:path';
import { defined } from '#shared/base';
import { isObject } from '#shared/jsonrpc';
import { cleanMeta, FACTS_VERSION, storedFacts, type RecordingFacts, type RecordingMeta } from '#shared/library';
import { decodeLine, type RecordingHeader } from '#shared/recording';
import { readSmallFile, writeBeside } from '../recording/index.ts';

/** Bytes; a longer index is made again. */
const LONGEST = 256 * 1024 * 1024;

export interface Known {
  readonly size: number;
  /** Milliseconds. */
  readonly changed: number;
  /** Absent for a file that is no recording. */
  readonly header?: RecordingHeader;
  readonly facts?: RecordingFacts;
  readonly meta: RecordingMeta;
  /** When the description's file was changed; 0 without one. */
  readonly described: number;
}

const nameIn = (folder: string): string => join(folder, 'library-index.json');

/** The index as last written; empty when it can't be read. Never throws. */
export function readIndex(folder: string): Map<string, Known> {
  const known = new Map<string, Known>();
  try {
    const value: unknown = JSON.parse(readSmallFile(nameIn(folder), LONGEST));
    if (!isObject(value) || value['version'] !== FACTS_VERSION || !Array.isArray(value['files'])) return known;
    for (const entry of value['files'] as readonly unknown[]) {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string') continue;
      const checked = checkKnown(entry[1]);
      if (checked) known.set(entry[0], checked);
    }
  } catch {
    // Missing, or cut: it is made again.
  }
  return known;
}

/** Throws system errors. */
export function writeIndex(folder: string, known: ReadonlyMap<string, Known>): void {
  writeBeside(nameIn(folder), `${JSON.stringify({ version: FACTS_VERSION, files: [...known] })}\n`);
}

function checkKnown(value: unknown): Known | undefined {
  if (!isObject(value)) return undefined;
  const { size, changed, described, meta } = value;
  if (typeof size !== 'number' || typeof changed !== 'number' || typeof described !== 'number') return undefined;
  const line = isObject(value['header']) ? decodeLine(JSON.stringify(value['header']), 1) : undefined;
  if (line && line.type !== 'header') return undefined;
  const facts = line && storedFacts(value['facts']);
  return { size, changed, described, meta: cleanMeta(meta), ...defined({ header: line?.header, facts }) };
}
