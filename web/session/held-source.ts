/** The source of a session whose events this page holds whole: their bytes and their recording come from its own log. */
import { encodeEnd, eventBytes, MEDIA_TYPE, recordLine, type RecordingHeader } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import type { SessionView } from './session-view.svelte.ts';

export class HeldSource {
  protected readonly view: SessionView;

  constructor(view: SessionView) {
    this.view = view;
  }

  /** Exact bytes that event `s` carried. Rejects when it carried none. */
  payload(s: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = eventBytes(this.view.log.event(s));
    return bytes ? Promise.resolve(new Uint8Array(bytes)) : Promise.reject(new Error(`event ${s} carried no bytes`));
  }

  async recording(): Promise<Blob> {
    // Never the beginning of a file as if it were all of it.
    await this.view.read;
    const { header, log, ending } = this.view;
    return recordingText(header, log, ending.problem ? undefined : ending.reason);
  }
}

/** A line each: header, events, and a footer unless the session goes on. `reason` is that of a footer that was read. */
export function recordingText(header: RecordingHeader, log: SessionLog, reason?: string): Blob {
  const lines: string[] = [encodeEnd(header)];
  for (const event of log.events) lines.push(recordLine(event));
  const ended = log.state.connection === 'closed' ? (log.state.closedBy ?? '') : reason;
  if (ended !== undefined) lines.push(encodeEnd({ footer: true, events: log.length, reason: ended }));
  return new Blob(
    lines.map((line) => `${line}\n`),
    { type: MEDIA_TYPE },
  );
}
