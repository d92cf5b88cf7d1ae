/** Every session this relay has: live ones it hosts, and ended ones until they are forgotten. */
import { visibleText } from '#shared/plain-text';
import { randomBytes } from 'node:crypto';
import { Grants, type HttpAuthorizer, type Revoked } from '#shared/authorization';
import { SessionHost, type Policy } from '#shared/driver';
import { derivedTitle, FactFold } from '#shared/library';
import { modelAsker } from '#shared/model';
import { FORMAT_VERSION, type RecordingHeader, type WireEvent } from '#shared/recording';
import type { ConnectSpec, NetworkSettings, SessionSummary } from '#shared/relay-protocol';
import { Consents, forgetKept, KeptFile } from '../authorization/index.ts';
import { relayFetch, NetworkRoute } from '../http/index.ts';
import { Library, type LibraryOptions } from '../library/index.ts';
import { PROGRAM } from '../base/index.ts';
import { Recorder, RecordingFile, type OpenResult, type RecordingFolder, type Write } from '../recording/index.ts';
import { withEnvFile, type StdioTimes } from '../stdio/index.ts';
import { authorizerFor, describe, routeTo, transportFor } from '../connect/index.ts';
import { PageRecordings } from './page-recordings.ts';
import { Session } from './session.ts';

export interface SessionsOptions {
  readonly folder: RecordingFolder;
  /** The address of this relay's page, for sessions that no page opened. */
  readonly origin: () => string;
  readonly stdioTimes?: Partial<StdioTimes>;
  readonly write?: Write;
  /** Called with a sentence that a person at the terminal should know. */
  readonly warn?: (sentence: string) => void;
  readonly recover?: LibraryOptions['recover'];
}

export interface OpenRequest {
  readonly spec: ConnectSpec;
  readonly policy: Policy;
  readonly title?: string;
  readonly show?: boolean;
  readonly origin?: string;
}

export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #loading = new Map<string, Promise<Session | undefined>>();
  readonly #listeners = new Set<() => void>();
  readonly #grants = new Grants();
  readonly consents = new Consents();
  readonly library: Library;
  /** Recordings that pages make themselves and keep here. */
  readonly ofPages: PageRecordings;
  readonly kept: KeptFile;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.kept = new KeptFile(options.folder.path);
    this.ofPages = new PageRecordings(options);
    this.library = new Library({
      recover: options.recover,
      folder: options.folder.path,
      hosted: (id) => this.ofPages.hosted(id) ?? this.#sessions.get(id)?.hosted(),
      letGo: (id) => {
        const session = this.#sessions.get(id);
        if (session) this.#letGo(session);
      },
    });
  }

  list(): SessionSummary[] {
    return [...this.#sessions.values()].map((session) => session.summary());
  }

  /** Calls `listener` when a session is added, ends or is removed, or its policy changes; the result ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** A listed session, or one of an earlier relay on the disk, which is listed from then on. */
  async find(id: string): Promise<Session | undefined> {
    const listed = this.#sessions.get(id);
    if (listed || !/^[\w-]+$/.test(id)) return listed;
    const path = this.#options.folder.find(id);
    if (path === undefined) return undefined;
    const loading = this.#loading.get(id) ?? this.#load(id, path);
    this.#loading.set(id, loading);
    return loading.finally(() => this.#loading.delete(id));
  }

  /** Opens a recording, or another program's file (messages of `server`), from any path, as an ended session. */
  async addFile(path: string, show: boolean, server?: string): Promise<OpenResult> {
    const result = await RecordingFile.open(path, { foreign: true, ...(server === undefined ? {} : { server }) });
    if (!result.ok) return result;
    const { id } = result.recording.header;
    const usable = /^[\w-]+$/.test(id) && !this.#sessions.has(id);
    this.#add(new Session(usable ? id : newId(), result.recording, show));
    return result;
  }

  /** Start a session, listed at once; its events show whether it connects. Throws a sentence when a file of the settings can't be used. */
  open({ spec: given, policy, title, show = false, origin = this.#options.origin() }: OpenRequest): Session {
    const spec = withEnvFile(given);
    const id = newId();
    const road = routeTo(spec);
    const connection = describe(spec);
    const header: RecordingHeader = {
      mcprec: FORMAT_VERSION,
      id,
      title: title || derivedTitle(connection),
      startedAt: new Date().toISOString(),
      by: PROGRAM,
      route: 'relay',
      connection,
    };
    const { folder, write, warn, stdioTimes = {} } = this.#options;
    const recorder = new Recorder({
      path: folder.newPath(header),
      header,
      // After the batch that failed: its events come first.
      failed: (detail) =>
        setImmediate(() => {
          const from = recorder.unrecorded?.from ?? 0;
          warn?.(
            `“${visibleText(header.title)}” is not recorded from event ${from} on: ${visibleText(detail)}. The session continues.`,
          );
          session.host?.note({ k: 'connection', event: 'problem', reason: 'recording-failed', detail });
          this.#changed();
        }),
      onRecovered: () =>
        setImmediate(() => {
          const { unrecorded } = recorder;
          const how =
            unrecorded?.events === undefined
              ? 'is recorded whole again'
              : `is recorded again; ${unrecorded.events} events from event ${unrecorded.from} on could not be recorded`;
          warn?.(`“${visibleText(header.title)}” ${how}.`);
          this.#changed();
        }),
      onDropped: () => this.#changed(),
      ...(write ? { write } : {}),
    });
    const start = performance.now();
    const authorizer =
      spec.transport === 'streamable-http'
        ? authorizerFor(spec, origin, { grants: this.#grants, kept: this.kept, road }, () => this.consents.wait(id))
        : undefined;
    const host = new SessionHost({
      log: new FactFold(),
      openTransport: transportFor(
        spec,
        { times: stdioTimes, backpressure: () => recorder.behind() },
        { authorizer, road },
      ),
      ...(authorizer ? { authorizer } : {}),
      policy,
      client: PROGRAM,
      now: () => Math.round((performance.now() - start) * 1000),
      record: (events) => this.#record(session, recorder, events, authorizer),
      askModel: modelAsker(relayFetch),
    });
    const session: Session = new Session(id, recorder, show, host);
    this.#add(session);
    void this.library.touch(id, recorder.path);
    host.open();
    return session;
  }

  setPolicy(session: Session, policy: Policy): void {
    session.host?.setPolicy(policy);
    this.#changed();
  }

  /** Put a person's note on event `at` of a recording, live or over. Throws a sentence when it accepts none. */
  async annotate(id: string, at: number, text: string): Promise<void> {
    const session = await this.find(id);
    if (!session) throw new Error('there is no such recording');
    session.annotate(at, text);
    await this.library.touch(id, session.recording.path);
  }

  /** Drop an ended session from the list, unless events of it are in memory alone. False when it is live. */
  forget(session: Session): boolean {
    if (session.host) return false;
    if (session.recording.unrecorded?.why !== 'failed') this.#letGo(session);
    return true;
  }

  /** Forget a kept authorization in file and sessions, using the `network` of its server. Undefined when there is none. */
  async forgetAuthorization(id: string, network?: NetworkSettings): Promise<Revoked | undefined> {
    const grant = this.kept.list().find((each) => each.id === id)?.grant;
    const revoked = await forgetKept(this.kept, id, (server) => new NetworkRoute({ settings: network, server }));
    if (grant) this.#grants.forget(grant.resource, grant.issuer);
    return revoked;
  }

  /** Close every live session in order. Resolves when all are over. */
  async closeAll(reason: string): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.host?.close(reason)));
  }

  /** Close every file. Only after `closeAll`. */
  release(): void {
    this.library.close();
    this.ofPages.release();
    for (const session of this.#sessions.values()) {
      session.forget();
      const { header, unrecorded } = session.recording;
      if (unrecorded?.why === 'failed')
        this.#options.warn?.(
          `“${visibleText(header.title)}” is not recorded from event ${unrecorded.from} on: ${visibleText(unrecorded.detail)}. That is lost.`,
        );
    }
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
      // A consent from now on is too late to be recorded.
      authorizer?.abandon();
      this.consents.answer(session.id, undefined);
      const facts = session.host?.log.facts({ cutShort: false });
      session.host = undefined;
      void this.library.touch(session.id, recorder.path, facts);
      this.#changed();
    }
    // Whoever sent something knows that; the reply is what is waited for.
    session.grew(events.every((event) => event.k === 'message' && event.dir === 'c2s'));
  }

  #letGo(session: Session): void {
    this.#sessions.delete(session.id);
    session.forget();
    this.#changed();
  }

  #add(session: Session): void {
    this.#sessions.set(session.id, session);
    this.#changed();
    session.recording.follow?.(
      () => session.grew(),
      () => {
        void this.library.touch(session.id, session.recording.path);
        this.#changed();
      },
    );
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** 80 random bits that are safe in a file name, an address and a regular expression. */
function newId(): string {
  return randomBytes(10).toString('hex');
}
