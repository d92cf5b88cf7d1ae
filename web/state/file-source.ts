/** A session opened from a file: everything can be looked at, nothing can be sent. */
import { heldPayload, heldRecording } from './held.ts';
import type { SessionView } from './session-view.svelte.ts';
import type { SessionSource } from './source.ts';

const nothing = (): void => undefined;

export class FileSource implements SessionSource {
  readonly kind = 'file';
  readonly live = false;
  readonly policy = undefined;
  readonly send = nothing;
  readonly cancel = nothing;
  readonly authorized = nothing;
  readonly listen = nothing;
  readonly setPolicy = nothing;
  readonly note = nothing;
  readonly close = nothing;
  readonly detach = nothing;
  readonly #view: SessionView;

  constructor(view: SessionView) {
    this.#view = view;
  }

  payload(s: number): Promise<Uint8Array<ArrayBuffer>> {
    return heldPayload(this.#view, s);
  }

  recording(): Promise<Blob> {
    return heldRecording(this.#view);
  }
}
