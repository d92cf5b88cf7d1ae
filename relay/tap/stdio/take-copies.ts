/** The recorder's input: takes waiting copies in batches, and publishes its progress. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { markLive, namesIn, unmarkLive, writeBeside } from '../../recording/index.ts';
import type { Control } from './control.ts';
import { SEEN, sinceStart, weightOf, type AnyStart, type Copy, type Given, type Word } from './copy.ts';
import { byteAt, OWNER, partAt, STATE, type SpoolState } from './spool.ts';
import { BATCH, SpoolReader } from './spool-reader.ts';

export interface Taker<From, What> {
  take(copy: Copy<From, What>): void;
  /** Nothing more is available for now, or much was taken. */
  write(): void;
  /** Nothing more comes. Gives what its recordings lack, in sentences. */
  end(): readonly string[] | Promise<readonly string[]>;
  /** Everything that a successor needs, as JSON; undefined while something of it is not on the disk. */
  readonly state: unknown;
}

export const tell = (word: Word): void => parentPort?.postMessage(word);

/** The start of this recorder's reading: at the beginning, or where the one before it ended. */
export class Reading {
  readonly start: AnyStart;
  readonly reader: SpoolReader;

  constructor(start: AnyStart) {
    this.start = start;
    this.reader = new SpoolReader(start.spool, start.before > 0 && Atomics.load(start.seen, SEEN.end) > 0n);
    Atomics.store(start.seen, SEEN.read, this.reader.place);
  }

  /** The taker's state; undefined at the start. */
  get resumes(): unknown {
    return this.reader.state ?? (this.start.before > 0 ? 'from-start' : undefined);
  }

  /** Time for what has none: that of the last read copy, while there is more. */
  readonly now = (): number => {
    const { seen, began } = this.start;
    return this.reader.place < Atomics.load(seen, SEEN.end) ? this.reader.t : sinceStart(began);
  };
}

/** Give `taker` all copies from the spool and the thread's messages, and publish the progress; `control` gets answers after they are recorded. */
export function takeCopies<From, What>({ start, reader }: Reading, taker: Taker<From, What>, control: Control): void {
  const port = parentPort;
  if (!port) return;
  const { seen, spool } = start;
  markLive(join(spool, OWNER));
  let waiting: Given<From, What>[] = [];
  let isBusy = false;
  let weight = 0;
  let isOver = false;
  let unsafe: number | undefined;
  const take = (copy: Copy<From, What>): void => {
    taker.take(copy);
    // Its subject is recorded first.
    if (copy.is === 'answered') control.answered(copy.giver, copy.refused);
    if (copy.is === 'unsafe') {
      unsafe = copy.part;
      removeParts(spool, unsafe + 1, STATE);
      reader.goTo(unsafe + 1);
    }
    isOver ||= copy.is === 'over';
  };
  const write = (): void => {
    taker.write();
    Atomics.add(seen, SEEN.taken, BigInt(weight));
    weight = 0;
    Atomics.store(seen, SEEN.read, reader.place);
    if (unsafe === undefined || taker.state === undefined) return;
    Atomics.store(seen, SEEN.kept, BigInt(unsafe + 1));
    unsafe = undefined;
  };
  const reads = {
    take: take as (copy: Copy) => void,
    write,
    entered: (part: number): void => {
      if (part > 0 && keep(spool, part, taker)) Atomics.store(seen, SEEN.kept, BigInt(part));
    },
  };
  const readOn = async (): Promise<void> => {
    // Later copies are announced again.
    Atomics.store(seen, SEEN.told, 0n);
    const end = Atomics.load(seen, SEEN.end);
    try {
      await reader.readTo(end, reads);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      // A person removed it.
      reader.goTo(partAt(end), byteAt(end));
      take({ is: 'unreadable', t: reader.t });
      write();
    }
  };
  function* given(first: Given<From, What>): Generator<Given<From, What>> {
    yield first;
    for (;;) {
      const some = waiting;
      waiting = [];
      yield* some;
      const next = receiveMessageOnPort(port as MessagePort)?.message as Given<From, What> | undefined;
      if (next) yield next;
      else if (waiting.length === 0) return;
    }
  }
  const takeAll = async (first: Given<From, What>): Promise<void> => {
    isBusy = true;
    for (const each of given(first)) {
      if (each.is === 'spooled') await readOn();
      else {
        take(each);
        weight += weightOf(each);
        if (weight >= BATCH) write();
      }
    }
    write();
    isBusy = false;
    if (!isOver) return;
    control.close();
    const lacking = await taker.end();
    unmarkLive(join(spool, OWNER));
    // Windows does not remove a folder with an open file.
    reader.goTo(0);
    try {
      rmSync(spool, { recursive: true, force: true });
    } catch {
      // The disk takes no change now: the next start finds the spool, and that its recordings are finished.
    }
    tell({ is: 'written', lacking });
    port.close();
  };
  port.on('message', (each: Given<From, What>) => {
    if (isBusy) waiting.push(each);
    else void takeAll(each);
  });
}

/** Keep the state and remove earlier parts: all they hold is recorded, or in the state. True when that worked. */
function keep(spool: string, part: number, taker: Pick<Taker<never, never>, 'state'>): boolean {
  try {
    const { state } = taker;
    if (state === undefined) return false;
    const kept: SpoolState = { part, state };
    writeBeside(join(spool, STATE), JSON.stringify(kept));
    removeParts(spool, part);
    return true;
  } catch {
    // The spool reports a full disk.
    return false;
  }
}

/** Remove the parts before this one, and a file of this name. A full disk keeps them. */
function removeParts(spool: string, before: number, also?: string): void {
  try {
    for (const name of namesIn(spool))
      if (name === also || Number(name) < before) rmSync(join(spool, name), { force: true });
  } catch {
    // They are removed with the next ones.
  }
}
