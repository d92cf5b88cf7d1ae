/** The recorder's thread: takes copies of what passed, and writes them as a recording that other processes follow. */
import { randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { defined } from '#shared/base';
import { derivedTitle } from '#shared/library';
import { FORMAT_VERSION, type EventBody, type RecordingHeader, type WireEvent } from '#shared/recording';
import { PROGRAM } from '../base/index.ts';
import { defaultFolder, markWithin, Recorder, RecordingFolder } from '../recording/index.ts';
import { sinceStart, weightOf, type Copy, type RecorderStart } from './copy.ts';
import { hostName } from './host-name.ts';
import { TappedEvents } from './tapped-events.ts';

/** Bytes that are taken before they are written: what waits is taken together. */
const BATCH = 1024 * 1024;

const start = workerData as RecorderStart;
const recorder = openRecorder(start);
let events: WireEvent[] = [];
let s = 0;
let last = 0;
let taking = false;

const tapped = new TappedEvents((bodies: readonly EventBody[], t = sinceStart(start.began)) => {
  // What is handed out after a while may be of an older time than what was taken meanwhile.
  last = Math.max(last, t);
  for (const body of bodies) events.push({ s: s++, t: last, ...body });
  if (!taking) write();
});

parentPort?.on('message', (first: Copy) => {
  taking = true;
  let weight = 0;
  let isOver = false;
  for (let copy: Copy | undefined = first; copy !== undefined; copy = next()) {
    tapped.take(copy);
    if (copy.is === 'bytes') weight += weightOf(copy.bytes.length);
    isOver ||= copy.is === 'over';
    if (weight > BATCH) {
      write();
      taken(weight);
      weight = 0;
    }
  }
  write();
  taken(weight);
  taking = false;
  if (isOver) end();
});

function next(): Copy | undefined {
  return parentPort ? (receiveMessageOnPort(parentPort)?.message as Copy | undefined) : undefined;
}

function taken(weight: number): void {
  Atomics.add(start.taken, 0, BigInt(weight));
}

function write(): void {
  if (events.length > 0) recorder.record(events);
  events = [];
}

function end(): void {
  recorder.finish(tapped.closedBy);
  recorder.release();
  parentPort?.postMessage('written');
  parentPort?.close();
}

function openRecorder({ name, out, startedAt, command, args, cwd }: RecorderStart): Recorder {
  const connection = { transport: 'stdio', command, args, cwd } as const;
  const header: RecordingHeader = {
    mcprec: FORMAT_VERSION,
    id: randomBytes(10).toString('hex'),
    title: name ?? derivedTitle(connection),
    startedAt,
    by: PROGRAM,
    route: 'tap',
    connection,
    ...defined({ host: hostName() }),
  };
  const folder = defaultFolder();
  const { path, file } = out === undefined ? { path: newPath(folder, header) } : ownFile(resolve(out));
  if (out !== undefined) markWithin(path, folder);
  return new Recorder({
    path,
    header,
    failed: () => undefined,
    ...(file === undefined ? {} : { out: { file, own: true } }),
  });
}

function newPath(folder: string, header: RecordingHeader): string {
  try {
    return new RecordingFolder(folder).newPath(header);
  } catch {
    // The folder can't be made now; the recorder tries again to write, as long as the session lasts.
    return join(folder, `${RecordingFolder.stemOf(header)}.mcprec`);
  }
}

/**
 * A host starts its server again and again with the same arguments, maybe several at once: nothing is written over, and nothing fails for
 * it. Without a file the recorder tries again to make it.
 */
function ownFile(path: string): { readonly path: string; readonly file?: number } {
  const { dir, name, ext } = parse(path);
  for (let free = path, n = 2; ; free = join(dir, `${name}-${n++}${ext}`))
    try {
      return { path: free, file: openSync(free, 'ax', 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return { path: free };
    }
}
