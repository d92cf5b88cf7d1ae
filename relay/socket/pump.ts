/** Sends events to a page: a cursor for each session, in turns. What the socket can't take waits in the recording. */
import { errorText } from '#shared/base';
import type { WebSocket } from 'ws';
import { encodeEvents } from '#shared/relay-protocol';
import type { Session } from '../sessions/index.ts';

/** Nothing more is sent while this many bytes wait in the socket. */
const HIGH_WATER = 1024 * 1024;
/** A page takes one frame in one task: more would hold up what a person does meanwhile. */
const FRAME_BYTES = 64 * 1024;

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

  /** `failed` is called when a session's recording can't be read; its watch is over then. */
  constructor(socket: WebSocket, failed: (session: string, detail: string) => void) {
    this.#socket = socket;
    this.#failed = failed;
  }

  /** Send the session's events from sequence number `from` on, now and as they come. Replaces an earlier watch. */
  watch(session: Session, from: number): void {
    this.unwatch(session.id);
    this.#watches.set(session.id, { session, cursor: from, stop: session.watch(() => this.#schedule()) });
    this.#schedule();
  }

  unwatch(id: string): void {
    this.#watches.get(id)?.stop();
    this.#watches.delete(id);
  }

  stop(): void {
    for (const id of [...this.#watches.keys()]) this.unwatch(id);
  }

  readonly drained = (): void => {
    if (this.#isBehind()) this.#schedule();
  };

  /** One turn of the event loop gathers what is read together; no timer, because a person waits for the first event. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
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
    const lines = this.#lines(session, cursor);
    if (lines.length === 0) return false;
    watch.cursor += lines.length;
    const caughtUp = watch.cursor >= session.recording.count;
    const head = { type: 'events', session: session.id, from: cursor, count: lines.length, caughtUp } as const;
    // The callback comes when the bytes have left.
    this.#socket.send(encodeEvents(head, lines), this.drained);
    return true;
  }

  #lines(session: Session, cursor: number): readonly string[] {
    // Another page may have dropped the session, and closed its file.
    if (session.forgotten) return [];
    try {
      return session.view.lines(cursor, FRAME_BYTES);
    } catch (error) {
      this.unwatch(session.id);
      this.#failed(session.id, errorText(error));
      return [];
    }
  }

  #isBehind(): boolean {
    return [...this.#watches.values()].some(
      ({ session, cursor }) => !session.forgotten && cursor < session.recording.count,
    );
  }
}
