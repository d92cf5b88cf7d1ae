/** Where a session's events come from and where its messages go: the relay, this page, or a file. */
import type { TapCommand } from '#shared/tap';
import type { Policy, ProgramAuthor, SendDetails } from '#shared/driver';

/** What a saved recording lacks; a gap in it stands for each. */
export interface Missing {
  readonly events: number;
  /** Large payloads of which only the beginning was at hand. */
  readonly payloads: number;
}

export interface Behind {
  readonly events: number;
  /** The storage refused them; they are tried again. Otherwise it is only slow. */
  readonly refused: boolean;
}

export interface SessionSource {
  readonly kind: 'relay' | 'direct' | 'file';
  /** True while messages can be sent. Reactive. */
  readonly live: boolean;
  /** The automatic steps in force; undefined when nothing is live. Reactive. */
  readonly policy: Policy | undefined;
  /** A session that this page stores: what its storage is behind with, where that is worth a word. Reactive. */
  readonly behind?: Behind | undefined;
  /** Connect, or go on after a reload. Absent where the session is opened elsewhere. */
  open?(): void;
  /** Send exactly this text. What became of it arrives as events. */
  send(text: string, details?: SendDetails): void;
  /** Cancel the client's open operation `op`, in the way of its revision and transport. Absent `by` is a person. */
  cancel(op: number, reason: string, by?: ProgramAuthor): void;
  /** HTTP: the address to which an authorization server sent its answer; undefined when the person gives up. */
  authorized(callback: string | undefined): void;
  /** Tell the tap that writes the session. Undefined where none can be told: it is over, or this is a copy. Reactive. */
  readonly tap?: ((command: TapCommand) => void) | undefined;
  /** HTTP: open the standalone stream. */
  listen(): void;
  setPolicy(policy: Policy): void;
  /** Put a person's note on event `at`, also after the end; an empty text takes it away. Rejects with a sentence when it can't be. */
  note(at: number, text: string): Promise<void>;
  close(): void;
  /** Exact bytes of event `s`'s payload. Rejects with a sentence when they cannot be had. */
  payload(s: number): Promise<Uint8Array<ArrayBuffer>>;
  /** The recording, ready for a file; `lacks` is told what is missing, unless it is a relay's file as on disk. Rejects with a sentence. */
  recording(lacks?: (missing: Missing) => void): Promise<Blob>;
  /** Stop following; the session itself goes on where it is hosted. */
  detach(): void;
}
