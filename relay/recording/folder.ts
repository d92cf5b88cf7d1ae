/** Where recordings live on this machine, and which there are. */
import { mkdirSync, readdirSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { decodeLine, type RecordingHeader } from '#shared/recording';
import type { RecordingSummary } from '#shared/relay-protocol';

const ENDING = '.mcprec';
/** A header longer than this is none that this program wrote. */
const MAX_HEADER = 256 * 1024;

/** The folder of recordings: `LIFELINE_HOME` if set, else where this platform keeps a program's data. */
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

export class RecordingFolder {
  readonly path: string;

  /** Makes the folder if need be, readable by this person only. Throws what the system throws. */
  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  /** Path for a new recording: sorts by time, says what it is of, and ends with its id. */
  newPath(header: RecordingHeader): string {
    const time = header.startedAt.replace(/\.\d+/, '').replaceAll(':', '');
    const slug = header.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40);
    return join(this.path, `${time}-${slug || 'session'}-${header.id}${ENDING}`);
  }

  /** Path of the recording with this id, if there is one. Only names found in the folder are ever used. */
  find(id: string): string | undefined {
    const name = this.#names().find((each) => each.endsWith(`-${id}${ENDING}`));
    return name === undefined ? undefined : join(this.path, name);
  }

  /** Every readable recording, newest first. */
  async list(): Promise<RecordingSummary[]> {
    const found: RecordingSummary[] = [];
    for (const name of this.#names().sort().reverse()) {
      const path = join(this.path, name);
      const header = await readHeader(path);
      const id = /-(\w+)\.mcprec$/.exec(name)?.[1];
      if (header && id !== undefined) found.push({ id, header, bytes: (await stat(path)).size });
    }
    return found;
  }

  #names(): string[] {
    try {
      return readdirSync(this.path).filter((name) => name.endsWith(ENDING));
    } catch {
      return [];
    }
  }
}

async function readHeader(path: string): Promise<RecordingHeader | undefined> {
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER), 0, MAX_HEADER, 0);
    const lineEnd = buffer.subarray(0, bytesRead).indexOf(0x0a);
    const line = lineEnd < 0 ? undefined : decodeLine(buffer.toString('utf8', 0, lineEnd), 1);
    return line?.type === 'header' ? line.header : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
