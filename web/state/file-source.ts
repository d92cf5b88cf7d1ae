/** A session opened from a file: everything can be looked at, nothing can be sent. */
import { bytesOf } from '#shared/recording';
import { recordingText } from './recording-text.ts';
import type { SessionView } from './session-view.svelte.ts';
import type { SessionSource } from './source.ts';

const nothing = (): void => undefined;

export class FileSource implements SessionSource {
  readonly kind = 'file';
  readonly live = false;
  readonly policy = undefined;
  readonly send = nothing;
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
    const event = this.#view.log.events[s];
    return event?.k === 'message'
      ? Promise.resolve(new Uint8Array(bytesOf(event)))
      : Promise.reject(new Error(`event ${s}`));
  }

  recording(): Promise<Blob> {
    return Promise.resolve(recordingText(this.#view.header, this.#view.log));
  }
}
