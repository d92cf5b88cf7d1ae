/** Every session this relay has: live ones it hosts, and ended ones until they are forgotten. */
import { randomBytes } from 'node:crypto';
import { Grants, type HttpAuthorizer } from '#shared/authorization';
import { SessionHost, type Policy } from '#shared/driver';
import { modelAsker } from '#shared/model';
import { FORMAT_VERSION, type RecordingHeader, type WireEvent } from '#shared/recording';
import type { ConnectSpec, RecordingSummary, SessionSummary } from '#shared/relay-protocol';
import { SessionFold } from '#shared/session';
import { Consents } from '../authorization/index.ts';
import { relayFetch } from '../http/index.ts';
import { PROGRAM } from '../program.ts';
import { Recorder, RecordingFile, type OpenResult, type RecordingFolder, type Write } from '../recording/index.ts';
import type { StdioTimes } from '../stdio/index.ts';
import { authorizerFor, describe, titleOf, transportFor } from './connect.ts';
import { Session } from './session.ts';

export interface SessionsOptions {
  readonly folder: RecordingFolder;
  /** Where pages find this relay, for sessions that no page opened. */
  readonly origin: () => string;
  readonly stdioTimes?: Partial<StdioTimes>;
  readonly write?: Write;
}

/** What to open, and how it is to be listed. */
export interface OpenRequest {
  readonly spec: ConnectSpec;
  readonly policy: Policy;
  readonly title?: string;
  readonly show?: boolean;
  /** Origin of the page that asks, to which consents come back. */
  readonly origin?: string;
}

export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #loading = new Map<string, Promise<Session | undefined>>();
  readonly #listeners = new Set<() => void>();
  readonly #grants = new Grants();
  /** What sessions wait for until a person has consented. */
  readonly consents = new Consents();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  list(): SessionSummary[] {
    return [...this.#sessions.values()].map((session) => session.summary());
  }

  /** The recordings on the disk, newest first. */
  recordings(): Promise<RecordingSummary[]> {
    return this.#options.folder.list();
  }

  /** Be called when a session comes, ends or goes, or its policy changes; the result ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** A listed session, or one that an earlier relay left on the disk, which is listed from then on. */
  async find(id: string): Promise<Session | undefined> {
    const listed = this.#sessions.get(id);
    if (listed || !/^[\w-]+$/.test(id)) return listed;
    const path = this.#options.folder.find(id);
    if (path === undefined) return undefined;
    const loading = this.#loading.get(id) ?? this.#load(id, path);
    this.#loading.set(id, loading);
    return loading.finally(() => this.#loading.delete(id));
  }

  /** Open a recording from anywhere on the disk as an ended session. */
  async addFile(path: string, show: boolean): Promise<OpenResult> {
    const result = await RecordingFile.open(path);
    if (!result.ok) return result;
    const { id } = result.recording.header;
    const usable = /^[\w-]+$/.test(id) && !this.#sessions.has(id);
    this.#add(new Session(usable ? id : newId(), result.recording, show));
    return result;
  }

  /** Start a session. It is listed at once; whether it connects, its events tell. */
  open({ spec, policy, title, show = false, origin = this.#options.origin() }: OpenRequest): Session {
    const id = newId();
    const header: RecordingHeader = {
      mcprec: FORMAT_VERSION,
      id,
      title: title || titleOf(spec),
      startedAt: new Date().toISOString(),
      by: PROGRAM,
      route: 'relay',
      connection: describe(spec),
    };
    const { folder, write, stdioTimes = {} } = this.#options;
    const recorder = new Recorder({
      path: folder.newPath(header),
      header,
      // Not from within the batch that failed: its events come first.
      failed: (detail) =>
        setImmediate(() =>
          session.host?.note({ k: 'connection', event: 'problem', reason: 'recording-failed', detail }),
        ),
      ...(write ? { write } : {}),
    });
    const start = performance.now();
    const authorizer =
      spec.transport === 'streamable-http'
        ? authorizerFor(spec, origin, this.#grants, () => this.consents.wait(id))
        : undefined;
    const host: SessionHost = new SessionHost({
      log: new SessionFold(),
      openTransport: transportFor(spec, stdioTimes, authorizer),
      ...(authorizer ? { authorizer } : {}),
      policy,
      client: PROGRAM,
      now: () => Math.round((performance.now() - start) * 1000),
      record: (events) => this.#record(session, recorder, events, authorizer),
      askModel: modelAsker(relayFetch),
    });
    const session: Session = new Session(id, recorder, show, host);
    this.#add(session);
    host.open();
    return session;
  }

  setPolicy(session: Session, policy: Policy): void {
    session.host?.setPolicy(policy);
    this.#changed();
  }

  /** Drop an ended session from the list. False when it is live. */
  forget(session: Session): boolean {
    if (session.host) return false;
    this.#sessions.delete(session.id);
    session.forget();
    this.#changed();
    return true;
  }

  /** End every live session in order. Resolves when all are over. */
  async closeAll(reason: string): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.host?.close(reason)));
  }

  /** Give back every file. Only after `closeAll`. */
  release(): void {
    for (const session of this.#sessions.values()) session.forget();
    this.#sessions.clear();
  }

  async #load(id: string, path: string): Promise<Session | undefined> {
    const result = await RecordingFile.open(path);
    if (!result.ok) return undefined;
    const session = new Session(id, result.recording, false);
    this.#add(session);
    return session;
  }

  #record(
    session: Session,
    recorder: Recorder,
    events: readonly WireEvent[],
    authorizer: HttpAuthorizer | undefined,
  ): void {
    recorder.record(events);
    const closed = events.find((event) => event.k === 'connection' && event.event === 'closed');
    if (closed?.k === 'connection') {
      recorder.finish(closed.reason ?? 'closed');
      // Whatever a person still consents to comes too late to be recorded.
      authorizer?.abandon();
      this.consents.answer(session.id, undefined);
      session.over();
      this.#changed();
    }
    session.grew();
  }

  #add(session: Session): void {
    this.#sessions.set(session.id, session);
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** 80 random bits that are safe in a file's name, an address and a regular expression. */
function newId(): string {
  return randomBytes(10).toString('hex');
}
