/** The recorder's side of what is handed to it: takes what waits together, and says how much it has taken. */
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
  /** Nothing more is at hand for now, or much was taken. */
  write(): void;
  /** Nothing more comes. Gives what its recordings lack, in sentences. */
  end(): readonly string[] | Promise<readonly string[]>;
  /** All that another one needs to know to go on from here, as JSON; undefined while something of it is not on the disk. */
  readonly state: unknown;
}

/** Tell the tap. */
export const tell = (word: Word): void => parentPort?.postMessage(word);

/** Where the recorder of this tap goes on: at the start, or where the one before it was. */
export class Reading {
  readonly start: AnyStart;
  readonly reader: SpoolReader;

  constructor(start: AnyStart) {
    this.start = start;
    this.reader = new SpoolReader(start.spool, start.before > 0 && Atomics.load(start.seen, SEEN.end) > 0n);
    Atomics.store(start.seen, SEEN.read, this.reader.place);
  }

  /** What the taker goes on from; undefined at the start. */
  get resumes(): unknown {
    return this.reader.state ?? (this.start.before > 0 ? 'from-start' : undefined);
  }

  /** The time of what tells no time: that of what is read, as long as there is more. */
  readonly now = (): number => {
    const { seen, began } = this.start;
    return this.reader.place < Atomics.load(seen, SEEN.end) ? this.reader.t : sinceStart(began);
  };
}

/** Give `taker` what is in the spool and what this thread is sent, and say how far it is; `control` is told what it waits for once it is recorded. */
export function takeCopies<From, What>({ start, reader }: Reading, taker: Taker<From, What>, control: Control): void {
  const port = parentPort;
  if (!port) return;
  const { seen, spool } = start;
  markLive(join(spool, OWNER));
  /** What came while something was read. */
  let waiting: Given<From, What>[] = [];
  let isBusy = false;
  let weight = 0;
  let isOver = false;
  /** The part in which the spool has failed. */
  let unsafe: number | undefined;
  const take = (copy: Copy<From, What>): void => {
    taker.take(copy);
    // What it is about is written first.
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
    // Whatever is kept from here on is told anew.
    Atomics.store(seen, SEEN.told, 0n);
    const end = Atomics.load(seen, SEEN.end);
    try {
      await reader.readTo(end, reads);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      // A person took it away.
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
    // Windows removes no folder with an open file.
    reader.goTo(0);
    try {
      rmSync(spool, { recursive: true, force: true });
    } catch {
      // The disk takes no change now: the next start finds it, and that its recordings have their end.
    }
    tell({ is: 'written', lacking });
    port.close();
  };
  port.on('message', (each: Given<From, What>) => {
    if (isBusy) waiting.push(each);
    else void takeAll(each);
  });
}

/** Everything before this part of the spool is recorded, or will be by way of this state: it is needed no more. True when that is so. */
function keep(spool: string, part: number, taker: Pick<Taker<never, never>, 'state'>): boolean {
  try {
    const { state } = taker;
    if (state === undefined) return false;
    const kept: SpoolState = { part, state };
    writeBeside(join(spool, STATE), JSON.stringify(kept));
    removeParts(spool, part);
    return true;
  } catch {
    // The spool says what becomes of a disk that takes no more.
    return false;
  }
}

/** Remove the parts before this one, and a file of this name. A disk that takes no change keeps them. */
function removeParts(spool: string, before: number, also?: string): void {
  try {
    for (const name of namesIn(spool))
      if (name === also || Number(name) < before) rmSync(join(spool, name), { force: true });
  } catch {
    // They are removed with the next ones.
  }
}
