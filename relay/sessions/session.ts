/** A session as the relay lists it: a recording, with the host that writes it while it is live. */
import type { SessionHost } from '#shared/driver';
import type { FactFold } from '#shared/library';
import type { SessionSummary } from '#shared/relay-protocol';
import type { Hosted } from '../library/index.ts';
import { ViewLines, type Recording } from '../recording/index.ts';

export class Session {
  readonly id: string;
  readonly recording: Recording;
  readonly view: ViewLines;
  readonly #show: boolean;
  readonly #watchers = new Set<(canWait: boolean) => void>();
  /** Absent for an ended session. */
  host: SessionHost<FactFold> | undefined;
  /** True once the file was closed and nothing can be read any more. */
  forgotten = false;

  constructor(id: string, recording: Recording, show: boolean, host?: SessionHost<FactFold>) {
    this.id = id;
    this.recording = recording;
    this.#show = show;
    this.host = host;
    this.view = new ViewLines(recording);
  }

  summary(): SessionSummary {
    const { unrecorded, problem, elsewhere } = this.recording;
    return {
      id: this.id,
      header: this.recording.header,
      live: this.host !== undefined,
      events: this.recording.count,
      ...(this.host ? { policy: this.host.policy } : {}),
      ...(this.#show ? { show: true } : {}),
      ...(unrecorded ? { unrecorded } : {}),
      ...(problem ? { problem } : {}),
      ...(elsewhere ? { elsewhere } : {}),
    };
  }

  hosted(): Hosted {
    const { bytes } = this.recording;
    const watched = this.#watchers.size > 0;
    return this.host
      ? { live: true, bytes, watched, facts: this.host.log.facts({ cutShort: false }) }
      : { live: false, bytes, watched };
  }

  /** Put a person's note on event `at`. Throws a sentence when the recording accepts none any more. */
  annotate(at: number, text: string): void {
    if (this.host) return this.host.note({ k: 'note', at, text });
    if (this.forgotten) throw new Error('the recording is no longer open');
    this.recording.annotate(at, text);
    this.grew();
  }

  /** Calls `onEvents` after every batch of new events, which `canWait` a moment when more may follow at once; the result ends that. */
  watch(onEvents: (canWait: boolean) => void): () => void {
    this.#watchers.add(onEvents);
    return () => this.#watchers.delete(onEvents);
  }

  grew(canWait = false): void {
    for (const onEvents of this.#watchers) onEvents(canWait);
  }

  forget(): void {
    this.forgotten = true;
    this.recording.release();
  }
}
