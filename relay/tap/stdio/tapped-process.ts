/** What passes between a host and its server as one recording: as it comes, or afterwards from the spool of a tap that was killed. */
import type { Happened, RecorderStart, Source, Copy } from './copy.ts';
import type { Taker } from './take-copies.ts';
import { TapRecording, type Reached } from './tap-recording.ts';
import { TappedEvents, type LeftOver } from './tapped-events.ts';

export interface ProcessState {
  readonly reached: Reached;
  readonly left: LeftOver;
}

/** Of an incomplete line: with more there is no state to continue from for now. */
const MAX_UNEMITTED_BYTES = 4 * 1024 * 1024;

export class TappedProcess implements Taker<Source, Happened> {
  readonly recording: TapRecording;
  readonly events: TappedEvents;

  /** `now` is the time for what has none; `resumes` continues a killed tap, or repeats it from the start. */
  constructor(
    { command, args, cwd, ...about }: RecorderStart,
    now: () => number,
    { host, resumes }: { readonly host?: string | undefined; readonly resumes?: ProcessState | 'from-start' },
  ) {
    const connection = { transport: 'stdio', command, args, cwd } as const;
    const state = typeof resumes === 'object' ? resumes : undefined;
    this.recording = new TapRecording({
      ...about,
      connection,
      host,
      number: 0,
      resumes: resumes && (state?.reached ?? 'from-start'),
    });
    this.events = new TappedEvents((bodies, t = now()) => this.recording.emit(bodies, t), state?.left);
  }

  take(copy: Copy): void {
    this.events.take(copy);
  }

  write(): void {
    this.recording.write();
  }

  end(): readonly string[] {
    const lacking = this.recording.finish(this.events.closedBy);
    return lacking === undefined ? [] : [lacking];
  }

  get state(): ProcessState | undefined {
    if (this.events.untold > MAX_UNEMITTED_BYTES) return undefined;
    const { reached } = this.recording;
    return reached && { reached, left: this.events.left };
  }
}
