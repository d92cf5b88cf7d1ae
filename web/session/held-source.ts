/** The source of a session whose events this page holds whole: their bytes and their recording come from its own log. */
import { eventBytes } from '#shared/recording';
import { recordingText } from '../base/recording-text.ts';
import type { SessionView } from './session-view.svelte.ts';

export class HeldSource {
  protected readonly view: SessionView;

  constructor(view: SessionView) {
    this.view = view;
  }

  /** Exact bytes that event `s` carried. Rejects when it carried none. */
  payload(s: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = eventBytes(this.view.log.events[s]);
    return bytes ? Promise.resolve(new Uint8Array(bytes)) : Promise.reject(new Error(`event ${s} carried no bytes`));
  }

  async recording(): Promise<Blob> {
    // Never the beginning of a file as if it were all of it.
    await this.view.read;
    const { header, log, ending } = this.view;
    return recordingText(header, log, ending.problem ? undefined : ending.reason);
  }
}
