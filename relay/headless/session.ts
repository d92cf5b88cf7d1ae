/** A session that this program hosts for itself: it writes the recording, and tells what happened after each batch. */
import { randomBytes } from 'node:crypto';
import type { HttpAuthorizer } from '#shared/authorization';
import { type HostLog, type Policy, SessionHost } from '#shared/driver';
import { derivedTitle } from '#shared/library';
import { FORMAT_VERSION, type Labels, type RecordingHeader, type WireEvent } from '#shared/recording';
import type { ConnectSpec, Unrecorded } from '#shared/relay-protocol';
import { SessionFold, type SessionState, type StepNote } from '#shared/session';
import { PROGRAM } from '../base/index.ts';
import { markWithin, type OutFile, Recorder, RecordingFolder, type Write } from '../recording/index.ts';
import type { NetworkRoute } from '../http/index.ts';
import { describe, routeTo, transportFor } from '../connect/index.ts';
import { visibleText } from '#shared/plain-text';
import { ENGLISH, eraReason } from '#shared/words';

export interface RecordedOptions {
  readonly spec: ConnectSpec;
  readonly policy: Policy;
  readonly authorizer?: HttpAuthorizer;
  /** The route of an HTTP connection; by default made from its settings. */
  readonly road?: NetworkRoute;
  /** The file to write, which must not exist unless there is an `outFile`; absent is a new one in `folder`. */
  readonly out?: string;
  /** The existing device, pipe or descriptor that `out` names. */
  readonly outFile?: OutFile;
  readonly folder: string;
  readonly labels?: Labels;
  readonly write?: Write;
}

export class RecordedSession {
  readonly host: SessionHost;
  readonly header: RecordingHeader;
  readonly path: string;
  readonly #recorder: Recorder;
  readonly #fold = new SessionFold();
  readonly #listeners = new Set<(event: WireEvent, note: StepNote) => void>();
  readonly #waiting = new Set<() => void>();
  #settling = false;

  constructor(options: RecordedOptions) {
    const { spec, policy, authorizer, road = routeTo(spec), out, outFile, folder, labels, write } = options;
    const connection = describe(spec);
    const header: RecordingHeader = {
      mcprec: FORMAT_VERSION,
      id: randomBytes(10).toString('hex'),
      title: derivedTitle(connection),
      startedAt: new Date().toISOString(),
      by: PROGRAM,
      route: 'relay',
      connection,
      ...labels,
    };
    this.header = header;
    this.path = out ?? new RecordingFolder(folder).newPath(header);
    // Other processes that look into the folder then leave it alone.
    if (out !== undefined && !outFile) markWithin(out, folder);
    const recorder = new Recorder({
      path: this.path,
      header,
      failed: () => undefined,
      ...(write ? { write } : {}),
      ...(outFile ? { out: outFile } : {}),
    });
    this.#recorder = recorder;
    const start = performance.now();
    const fold = this.#fold;
    // The state alone: the events are in the recording.
    const log: HostLog = {
      get length() {
        return fold.length;
      },
      get state() {
        return fold.state;
      },
      append: (event) => {
        const note = fold.append(event);
        if (note) for (const each of this.#listeners) each(event, note);
        return note;
      },
    };
    this.host = new SessionHost({
      log,
      openTransport: transportFor(spec, { backpressure: () => recorder.behind() }, { authorizer, road }),
      ...(authorizer ? { authorizer } : {}),
      policy,
      client: PROGRAM,
      now: () => Math.round((performance.now() - start) * 1000),
      record: (events) => {
        recorder.record(events);
        const closed = events.find((event) => event.k === 'connection' && event.event === 'closed');
        if (closed?.k === 'connection') {
          recorder.finish(closed.reason ?? 'closed');
          recorder.release();
        }
        this.#settle();
      },
    });
  }

  get state(): Readonly<SessionState> {
    return this.#fold.state;
  }

  /** What the file lacks so far; undefined when it is complete. */
  get unrecorded(): Unrecorded | undefined {
    return this.#recorder.unrecorded;
  }

  /** Release the file of a session that was not begun, and remove it if it was made here. */
  abandon(): void {
    this.#recorder.discard();
  }

  /** Calls `listener` with each event and its note; the result ends that. */
  watch(listener: (event: WireEvent, note: StepNote) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves with true once `holds`, which is checked after each event; with false after `limit` ms. */
  until(holds: () => boolean, limit: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (value: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(value);
      };
      const look = (): void => {
        if (holds()) end(true);
      };
      const timer = setTimeout(() => end(false), limit);
      this.#waiting.add(look);
      // What was just started may not have led to its first event yet.
      setImmediate(look);
    });
  }

  /** The host takes its automatic steps after it has recorded a batch; only then does the state show what comes next. */
  #settle(): void {
    if (this.#settling) return;
    this.#settling = true;
    setImmediate(() => {
      this.#settling = false;
      for (const look of [...this.#waiting]) look();
    });
  }
}

export function connectedLine({ server, revision, era }: Readonly<SessionState>): string {
  const { name, version } = server.info ?? {};
  const who = [name ?? 'a server', version].filter((each) => each !== undefined).map(String);
  const why = era ? ` (${eraReason(era.reason, ENGLISH).title})` : '';
  return visibleText(`Connected to ${who.join(' ')}, protocol version ${revision ?? 'unknown'}${why}.`);
}
