/** A session opened from a file: everything can be looked at, nothing can be sent. */
import { lateNote, type WireEvent } from '#shared/recording';
import { HeldSource } from './held-source.ts';
import type { SessionView } from './session-view.svelte.ts';
import type { SessionSource } from './source.ts';

const nothing = (): void => undefined;

export class FileSource extends HeldSource implements SessionSource {
  readonly kind = 'file';
  readonly live = false;
  readonly policy = undefined;
  readonly send = nothing;
  readonly cancel = nothing;
  readonly authorized = nothing;
  readonly listen = nothing;
  readonly setPolicy = nothing;
  readonly close = nothing;
  readonly detach = nothing;
  readonly #keep: (events: readonly WireEvent[]) => Promise<void>;

  constructor(view: SessionView, keep: (events: readonly WireEvent[]) => Promise<void> = () => Promise.resolve()) {
    super(view);
    this.#keep = keep;
  }

  async note(at: number, text: string): Promise<void> {
    const note = lateNote(this.view.log.events.at(-1), at, text);
    await this.#keep([note]);
    this.view.append([note]);
  }
}
