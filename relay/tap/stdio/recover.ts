/** Makes recordings of traffic that killed taps had not recorded: once for each spool without a running tap. */
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { errorText } from '#shared/base';
import { isObject, parsedJson } from '#shared/jsonrpc';
import { isAlive } from '../../base/index.ts';
import { defaultFolder, namesIn, processPlace, withLock, writerOf } from '../../recording/index.ts';
import type { Copy } from './copy.ts';
import { ASIDE, OWNER, placeOf, spoolsIn, TAPS, type SpoolHead } from './spool.ts';
import { SpoolReader } from './spool-reader.ts';
import type { Taker } from './take-copies.ts';

/** Milliseconds after which a spool of another machine or container without a live owner counts as left. */
const STALE = 60_000;
const MAX_HEAD_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 0x0a;

const refused = new Set<string>();

/** Makes recordings from copies, by the transport of the tap. */
export interface Makers {
  readonly [transport: string]: new (
    start: never,
    now: () => number,
    options: { readonly resumes: never },
  ) => Pick<Taker<never, never>, 'take' | 'write' | 'end'>;
}

/**
 * Do so for the spools in a folder of recordings whose kind is among `makers`. Never rejects: a spool of which no recording can be made
 * stays. When that is what it holds, it is set aside; when the system refuses, as a full disk does, the next program tries again.
 */
export async function recoverTaps(makers: Makers, folder = defaultFolder()): Promise<void> {
  for (const name of spoolsIn(folder)) {
    const path = join(folder, TAPS, name);
    if (refused.has(path)) continue;
    try {
      const parts = partsOf(path);
      const head = parts.length > 0 ? headOf(join(path, String(parts[0]))) : undefined;
      const Maker = head && makers[head.start.transport];
      // Killed before it had kept anything, or after that failed.
      if (!head && writerOf(join(path, OWNER)) !== 'alive' && Date.now() - statSync(path).mtimeMs > STALE)
        rmSync(path, { recursive: true, force: true });
      if (!Maker || !isLeft(path, head)) continue;
      await withLock(path, async () => {
        if (!existsSync(path)) return;
        try {
          await replay(path, head.start, Maker);
        } catch (error) {
          return leave(path, error);
        }
        rmSync(path, { recursive: true, force: true });
      });
    } catch {
      // Not a spool, or removed by another program.
    }
  }
}

/** Prevent further tries, and report the failure where somebody reads it. */
function leave(path: string, error: unknown): void {
  refused.add(path);
  // Nobody reads output of a tap's thread: the next command reports it.
  if (!isMainThread) return;
  const isRefused = error instanceof Error && 'code' in error;
  if (!isRefused) renameSync(path, `${path}${ASIDE}`);
  const then = isRefused ? `The next start tries again: ${path}` : `It is set aside: ${path}${ASIDE}`;
  process.stderr.write(`What a killed tap had passed can’t be recorded (${errorText(error)}). ${then}\n`);
}

/** Rejects when the recording can't be written completely. */
async function replay(path: string, start: SpoolHead['start'], Maker: Makers[string]): Promise<void> {
  const parts = partsOf(path);
  if (parts.length === 0) return;
  const reader = new SpoolReader(path, true);
  let isOver = false;
  const maker = new Maker(start as never, () => reader.t, { resumes: (reader.state ?? 'from-start') as never });
  const take = (copy: Copy): void => {
    isOver ||= copy.is === 'over';
    maker.take(copy as never);
  };
  const last = parts.find((part) => part >= reader.part && !parts.includes(part + 1)) ?? 0;
  const end = placeOf(last, statSync(join(path, String(last))).size);
  await reader.readTo(end, { take, write: () => maker.write() });
  if (!isOver) take({ is: 'over', t: reader.t, reason: 'tap-killed' });
  await maker.end();
}

const partsOf = (path: string): number[] =>
  namesIn(path)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);

function headOf(path: string): SpoolHead | undefined {
  const bytes = Buffer.alloc(MAX_HEAD_BYTES);
  const file = openSync(path, 'r');
  const read = readSync(file, bytes);
  closeSync(file);
  const head = parsedJson(bytes.toString('utf8', 0, Math.max(0, bytes.subarray(0, read).indexOf(LINE_FEED))));
  return isObject(head) && isObject(head['start']) ? (head as unknown as SpoolHead) : undefined;
}

function isLeft(path: string, { pid, place }: SpoolHead): boolean {
  // A tap that was killed while it wrote its mark has left an empty one.
  const isHere = place === processPlace();
  if (isHere && !isAlive(pid)) return true;
  const owner = writerOf(join(path, OWNER));
  if (owner !== undefined) return owner === 'gone';
  return !isHere && Date.now() - statSync(path).mtimeMs > STALE;
}
