/** Makes recordings of what killed taps had passed and not recorded: of each spool whose tap is gone, once. */
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isObject, parsedJson } from '#shared/jsonrpc';
import { isAlive } from '../base/index.ts';
import { defaultFolder, namesIn, processPlace, withLock, writerOf } from '../recording/index.ts';
import type { Copy } from './copy.ts';
import { OWNER, spoolsIn, STATE, TAPS, type SpoolHead, type SpoolState } from './spool.ts';
import type { Taker } from './take-copies.ts';

/** Milliseconds after which a spool of another machine or container, where nobody says that he is there, was left. */
const STALE = 60_000;
const LONGEST_HEAD = 4 * 1024 * 1024;
/** Bytes of copies that are taken at once. */
const BETWEEN_TURNS = 1024 * 1024;
const LINE_FEED = 0x0a;

/** What makes recordings of the copies of each kind of tap. */
export interface Makers {
  readonly [transport: string]: new (
    start: never,
    now: () => number,
    options: { readonly resumes: never },
  ) => Pick<Taker<never, never>, 'take' | 'end'>;
}

/** Do so for the spools in a folder of recordings whose kind is among `makers`. Never rejects: what fails is tried again by the next one. */
export async function recoverTaps(makers: Makers, folder = defaultFolder()): Promise<void> {
  for (const name of spoolsIn(folder)) {
    const path = join(folder, TAPS, name);
    try {
      const parts = partsOf(path);
      const head = parts.length > 0 ? headOf(join(path, String(parts[0]))) : undefined;
      const Maker = head && makers[head.start.transport];
      // Killed before it had kept anything.
      if (!head && Date.now() - statSync(path).mtimeMs > STALE) rmSync(path, { recursive: true, force: true });
      if (!Maker || !isLeft(path, head)) continue;
      await withLock(path, async () => {
        if (!existsSync(path)) return;
        await replay(path, head.start, Maker);
        rmSync(path, { recursive: true, force: true });
      });
    } catch {
      // Something else than a spool, one that another program takes away, or a disk that takes no more.
    }
  }
}

async function replay(path: string, start: SpoolHead['start'], Maker: Makers[string]): Promise<void> {
  const state = stateOf(path);
  const parts = partsOf(path);
  let part = state?.part ?? 0;
  // Without its beginning it says nothing.
  if (!parts.includes(part)) return;
  let t = 0;
  let isOver = false;
  const maker = new Maker(start as never, () => t, { resumes: (state?.state ?? 'from-start') as never });
  const take = (copy: Copy): void => {
    t = copy.t;
    isOver ||= copy.is === 'over';
    maker.take(copy as never);
  };
  let untold = 0;
  for (; parts.includes(part); part++)
    for (const copy of copiesIn(readFileSync(join(path, String(part))))) {
      take(copy);
      untold += copy.is === 'bytes' ? copy.bytes.length : 1;
      if (untold < BETWEEN_TURNS) continue;
      untold = 0;
      // What was made is written then, and other work of this process has its turn.
      await setImmediate();
    }
  if (!isOver) take({ is: 'over', t, reason: 'tap-killed' });
  await maker.end();
}

/** The copies of a part; the last one may have been cut. A line that can't be read ends it. */
function* copiesIn(bytes: Buffer): Generator<Copy> {
  for (let at = bytes.indexOf(LINE_FEED) + 1; ;) {
    const end = bytes.indexOf(LINE_FEED, at);
    if (end < 0) return;
    const line = parsedJson(bytes.toString('utf8', at, end));
    if (!isObject(line)) return;
    const { length, ...copy } = line as unknown as Copy & { readonly length?: number };
    at = end + 1 + (length ?? 0);
    if (at > bytes.length) return;
    yield length === undefined ? copy : ({ ...copy, bytes: bytes.subarray(end + 1, at) } as Copy);
  }
}

const partsOf = (path: string): number[] =>
  namesIn(path)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);

function stateOf(path: string): SpoolState | undefined {
  const file = join(path, STATE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SpoolState) : undefined;
}

function headOf(path: string): SpoolHead | undefined {
  const bytes = Buffer.alloc(LONGEST_HEAD);
  const file = openSync(path, 'r');
  const read = readSync(file, bytes);
  closeSync(file);
  const head = parsedJson(bytes.toString('utf8', 0, Math.max(0, bytes.subarray(0, read).indexOf(LINE_FEED))));
  return isObject(head) && isObject(head['start']) ? (head as unknown as SpoolHead) : undefined;
}

/** True when the process is gone that kept this. */
function isLeft(path: string, { pid, place }: SpoolHead): boolean {
  const owner = writerOf(join(path, OWNER));
  if (owner !== undefined) return owner === 'gone';
  return place === processPlace() ? !isAlive(pid) : Date.now() - statSync(path).mtimeMs > STALE;
}
