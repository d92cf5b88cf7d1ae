/** Where recordings live on this machine, and by which names. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeLine, type RecordingHeader } from '#shared/recording';
import { markLive } from './live-marker.ts';
import { plainBytes } from './unpack.ts';

const ENDING = '.mcprec';
const PACKED = '.mcprec.gz';
/** This program writes no longer header: it lists at most MAX_REDACTED places. */
const MAX_HEADER = 64 * 1024 * 1024;
/** Most headers are shorter than this; those of redacted recordings may be long. */
const USUAL_HEADER = 4096;

/** `LIFELINE_HOME` if set, else where this platform keeps a program's data. */
export function defaultFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (env['LIFELINE_HOME']) return join(env['LIFELINE_HOME'], 'recordings');
  const home = homedir();
  const data =
    platform === 'win32'
      ? (env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'))
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : env['XDG_DATA_HOME']?.startsWith('/')
          ? env['XDG_DATA_HOME']
          : join(home, '.local', 'share');
  return join(data, 'mcp-lifeline', 'recordings');
}

/** The ids of the recordings with these names, each unique. A name of this program ends with the id. */
export function idsOf(names: readonly string[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const name of names) {
    const own = /-([0-9a-f]{20})\.mcprec(?:\.gz)?$/.exec(name)?.[1];
    ids.set(own === undefined || ids.has(own) ? createHash('sha256').update(name).digest('hex') : own, name);
  }
  return ids;
}

export class RecordingFolder {
  readonly path: string;

  /** Makes the folder if need be, readable by this person only. Throws system errors. */
  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  /** A recording's file name without its ending; safe, whoever wrote the header. */
  static stemOf({ startedAt, title, id }: Pick<RecordingHeader, 'startedAt' | 'title' | 'id'>): string {
    const time = startedAt.replace(/\.\d+/, '').replace(/[^\w-]+/g, '');
    const slug = title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40);
    return `${time.slice(0, 40)}-${slug || 'session'}-${id.replace(/[^\w-]+/g, '').slice(0, 40)}`;
  }

  /** Path for a new recording, marked as written by this process: sorts by time, contains the title, and ends with its id. */
  newPath(header: RecordingHeader): string {
    try {
      // It may have been removed meanwhile.
      mkdirSync(this.path, { recursive: true, mode: 0o700 });
    } catch {
      // The recording's own file will say what is wrong with the folder.
    }
    const path = join(this.path, `${RecordingFolder.stemOf(header)}${ENDING}`);
    markLive(path);
    return path;
  }

  /** Only names found in the folder are ever used. */
  find(id: string): string | undefined {
    let names: string[];
    try {
      names = readdirSync(this.path);
    } catch {
      return undefined;
    }
    const name = idsOf(recordingsAmong(names)).get(id);
    return name === undefined ? undefined : join(this.path, name);
  }
}

/** Mark a recording that is about to be written, if it is in this folder, where other processes look. */
export function markWithin(path: string, folder: string): void {
  if (isSameFolder(dirname(path), folder)) markLive(path);
}

function isSameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

/** Recordings among these names, packed or not, in a fixed order. */
export function recordingsAmong(names: readonly string[]): string[] {
  return names.filter((name) => name.endsWith(ENDING) || name.endsWith(PACKED)).sort();
}

/** Undefined when the first line can't be read as a header. Never rejects. */
export async function readHeader(path: string): Promise<RecordingHeader | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of plainBytes(path, USUAL_HEADER)) {
      const lineEnd = piece.indexOf(0x0a);
      pieces.push(lineEnd < 0 ? piece : piece.subarray(0, lineEnd));
      length += piece.length;
      if (lineEnd >= 0) return headerIn(Buffer.concat(pieces));
      if (length > MAX_HEADER) return undefined;
    }
  } catch {
    // It can't be read, or is damaged before its first line ends.
  }
  return undefined;
}

function headerIn(bytes: Buffer): RecordingHeader | undefined {
  const line = decodeLine(bytes.toString().replace(/^\uFEFF/, ''), 1);
  return line.type === 'header' ? line.header : undefined;
}
