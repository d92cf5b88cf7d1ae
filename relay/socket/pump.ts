/** Sends events to a page: a cursor for each session, in turns. What the socket can't take waits in the recording. */
import { errorText } from '#shared/base';
import type { WebSocket } from 'ws';
import { encodeEvents } from '#shared/relay-protocol';
import { NO_LINES, type LineBytes } from '../recording/index.ts';
import type { Session } from '../sessions/index.ts';

/** Nothing more is sent while this many bytes wait in the socket. */
const HIGH_WATER = 1024 * 1024;
/** A page takes one frame in one task: more would hold up what a person does meanwhile. */
const FRAME_BYTES = 64 * 1024;
/** Longer lines are sent as a part of the frame by itself, which is no copy: all tabs that wait for it hold the same bytes. */
const SHARED_BYTES = 4 * 1024;
/** Milliseconds in which a fast server replies. */
const REPLY_MS = 1;
const TEXT = { binary: false };

interface Watch {
  readonly session: Session;
  readonly stop: () => void;
  cursor: number;
}

export class Pump {
  readonly #socket: WebSocket;
  readonly #watches = new Map<string, Watch>();
  readonly #failed: (session: string, detail: string) => void;
  #scheduled = false;
  #waiting: NodeJS.Timeout | undefined;

  /** `failed` is called when a session's recording can't be read; its watch is over then. */
  constructor(socket: WebSocket, failed: (session: string, detail: string) => void) {
    this.#socket = socket;
    this.#failed = failed;
  }

  /** Send the session's events from sequence number `from` on, now and as they come. Replaces an earlier watch. */
  watch(session: Session, from: number): void {
    this.unwatch(session.id);
    this.#watches.set(session.id, { session, cursor: from, stop: session.watch((canWait) => this.#schedule(canWait)) });
    this.#schedule();
  }

  unwatch(id: string): void {
    this.#watches.get(id)?.stop();
    this.#watches.delete(id);
  }

  stop(): void {
    clearTimeout(this.#waiting);
    for (const id of [...this.#watches.keys()]) this.unwatch(id);
  }

  readonly drained = (): void => {
    if (this.#isBehind()) this.#schedule();
  };

  /** One turn of the event loop gathers what is read together; no timer, because a person waits for the first event. What `canWait` may go with a reply. */
  #schedule(canWait = false): void {
    if (this.#scheduled) return;
    if (canWait) {
      this.#waiting ??= setTimeout(() => this.#schedule(), REPLY_MS);
      return;
    }
    this.#scheduled = true;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    setImmediate(() => {
      this.#scheduled = false;
      this.#run();
    });
  }

  #run(): void {
    for (let sent = true; sent;) {
      sent = false;
      for (const watch of this.#watches.values()) {
        if (this.#socket.readyState !== this.#socket.OPEN || this.#socket.bufferedAmount >= HIGH_WATER) return;
        if (this.#sendFrame(watch)) sent = true;
      }
    }
  }

  #sendFrame(watch: Watch): boolean {
    const { session, cursor } = watch;
    const { count, bytes } = this.#read(session, cursor);
    if (count === 0) return false;
    watch.cursor += count;
    const caughtUp = watch.cursor >= session.recording.count;
    const head = Buffer.from(encodeEvents({ type: 'events', session: session.id, from: cursor, count, caughtUp }, []));
    const lines = bytes.subarray(0, -1);
    // The callback comes when the bytes have left.
    if (lines.length < SHARED_BYTES) this.#socket.send(Buffer.concat([head, lines]), TEXT, this.drained);
    else {
      this.#socket.send(head, { ...TEXT, fin: false });
      this.#socket.send(lines, TEXT, this.drained);
    }
    return true;
  }

  #read(session: Session, cursor: number): LineBytes {
    // Another page may have dropped the session, and closed its file.
    if (session.forgotten) return NO_LINES;
    try {
      return session.view.read(cursor, FRAME_BYTES);
    } catch (error) {
      this.unwatch(session.id);
      this.#failed(session.id, errorText(error));
      return NO_LINES;
    }
  }

  #isBehind(): boolean {
    return [...this.#watches.values()].some(
      ({ session, cursor }) => !session.forgotten && cursor < session.recording.count,
    );
  }
}
