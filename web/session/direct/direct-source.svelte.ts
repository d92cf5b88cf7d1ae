/**
 * A Streamable HTTP session that this page hosts itself. Everything it records goes to the browser's storage as fast as that
 * takes it, and is read from the server no faster; after a reload the log is read back and the session goes on, because what is
 * needed to go on is in the log.
 */
import type { HttpAuthorizer } from '#shared/authorization';
import { SessionHost, type Policy, type ProgramAuthor, type SendDetails } from '#shared/driver';
import { type EventList, firstEvent, type GapBody, lastEvent, lateNote, type WireEvent } from '#shared/recording';
import type { HttpSpec } from '#shared/relay-protocol';
import { StreamableHttp } from '#shared/transport';
import { modelAsker } from '#shared/model';
import { pageAuthorizer } from './page-authorizer.ts';
import { AtRelay } from './at-relay.ts';
import { browserFetch } from './browser-fetch.ts';
import { CLIENT } from '../../base/client.ts';
import type { Diagnosis, FailedRequest } from './diagnose.ts';
import { hiding } from './given-headers.ts';
import { HeldSource } from '../held-source.ts';
import { Reach, removeReached } from './reach.ts';
import type { RelayLink } from '../relay/relay-link.svelte.ts';
import type { SessionView } from '../session-view.svelte.ts';
import type { Behind, SessionSource } from '../source.ts';
import { notStored, putPieces } from './store.ts';
import { yieldToPage } from '../../base/yield-to-page.ts';
import { WriteBehind } from './write-behind.ts';

export type Diagnose = (request: FailedRequest) => Promise<Diagnosis>;

export interface DirectOptions {
  readonly spec: HttpSpec;
  readonly policy: Policy;
  /** Wall clock of t = 0 in milliseconds. */
  readonly began: number;
  /** Stores what goes before the events; tried again with them until it succeeds. Absent when it is stored. */
  readonly begin?: () => Promise<void>;
  /** What is not stored of this session's events from before a reload; those that are stored are in the view's log. */
  readonly missing?: GapBody | undefined;
  readonly diagnose: Diagnose;
  readonly link?: RelayLink | undefined;
}

/** Longest body or event in one message (bytes, UTF-16 units): the browser ends a page of longer lines. A gap stands where one goes on. */
const MAX_MESSAGE_CHARS = 64 * 1024 * 1024;

export class DirectSource extends HeldSource implements SessionSource {
  readonly kind = 'direct';
  readonly #host: SessionHost;
  #policy: Policy = $state.raw() as Policy;
  readonly #diagnose: Diagnose;
  readonly #authorizer: HttpAuthorizer;
  #consent: ((callback: string | undefined) => void) | undefined;
  /** Not in the log yet, or not stored: until then the mark from before the reload holds. */
  #missing: GapBody | undefined;
  readonly #reach: Reach;
  readonly #storing: WriteBehind;
  behind: Behind | undefined = $state.raw();
  readonly #atRelay: AtRelay | undefined;

  constructor(view: SessionView, { spec, policy, began, begin, missing, diagnose, link }: DirectOptions) {
    super(view);
    this.#missing = missing;
    let unbegun = begin;
    const { events } = view.log;
    this.#reach = new Reach(view.id);
    this.#atRelay = link && new AtRelay(link, view.header, view.log);
    this.#storing = new WriteBehind({
      events,
      stored: events.length,
      kept: hiding(spec.headers),
      put: async (pieces) => {
        await unbegun?.();
        unbegun = undefined;
        await putPieces(view.id, pieces);
      },
      failed: (error, from) => notStored(error, view.id, from),
      progress: (stored) => this.#stored(stored),
      lag: (behind) => (this.behind = behind),
      yieldToPage,
    });
    addEventListener('pagehide', this.#leave);
    document.addEventListener('visibilitychange', this.#leave);
    this.#policy = policy;
    this.#diagnose = diagnose;
    // performance.now() is monotonic within a page; the start of a session may lie in an earlier one.
    const offset = (performance.timeOrigin - began) * 1000;
    const floor = events.at(-1)?.t ?? 0;
    const next = nextExchange(events);
    this.#authorizer = pageAuthorizer(spec, next, () => this.#awaitConsent());
    this.#host = new SessionHost({
      policy,
      client: CLIENT,
      log: view.log,
      authorizer: this.#authorizer,
      now: () => Math.max(floor, Math.round(performance.now() * 1000 + offset)),
      openTransport: (emit) =>
        new StreamableHttp(
          {
            url: spec.url,
            headers: spec.headers,
            fetch: this.#authorizer.watch(browserFetch),
            credentials: () => this.#authorizer.credentials(),
            firstExchange: next,
            opaqueErrors: true,
            // A browser does not say why; what is found out after it is told then.
            explain: (error) => ({ reason: 'http-blocked', detail: String(error) }),
            longest: MAX_MESSAGE_CHARS,
            pause: () => this.#storing.ready() ?? yieldToPage(),
          },
          emit,
        ),
      record: (events) => this.#record(events),
      askModel: modelAsker(browserFetch),
    });
  }

  get live(): boolean {
    return this.view.now.connection !== 'closed';
  }
  get policy(): Policy | undefined {
    return this.live ? this.#policy : undefined;
  }

  open(): void {
    if (this.#missing) this.#host.note(this.#missing);
    if (this.view.log.length === 0) this.#host.open();
    else if (this.view.log.state.connection === 'closing')
      // The page went away in the middle of the end: there is no session to go on with.
      this.#host.note({ k: 'connection', event: 'closed', reason: 'closed-by-user' });
    else if (this.live) this.#host.resume('page-reloaded');
    else {
      this.#over();
      this.#store();
    }
  }
  send(text: string, details?: SendDetails): void {
    this.#host.send(text, details?.by ?? 'user', details);
  }
  cancel(op: number, reason: string, by?: ProgramAuthor): void {
    this.#host.cancel(op, reason, by ?? 'user');
  }
  authorized(callback: string | undefined): void {
    this.#consent?.(callback);
    this.#consent = undefined;
  }
  listen(): void {
    this.#host.listen();
  }
  setPolicy(policy: Policy): void {
    this.#policy = policy;
    this.#host.setPolicy(policy);
  }
  async note(at: number, text: string): Promise<void> {
    if (this.live) this.#host.note({ k: 'note', at, text });
    else {
      this.view.append([lateNote(this.view.log.events.at(-1), at, text)]);
      this.#store();
    }
    await this.#storing.attempt();
  }
  close(): void {
    void this.#host.close('closed-by-user');
  }
  detach(): void {
    this.close();
  }

  #record(events: readonly WireEvent[]): void {
    // Before anything is shown or done because of them.
    this.#reach.reach(this.view.log.length);
    // The host appends to the view's own log: there is one log, and nothing to keep in step.
    this.view.touch();
    for (const event of events) {
      if (event.k === 'connection' && event.event === 'closed') this.#abandon();
      if (event.k === 'connection' && event.event === 'problem') void this.#explain(event.s);
      if (event.k === 'http' && event.phase === 'response') this.#checkExposed(event.status ?? 0);
    }
    this.#store();
  }

  #store(): void {
    this.#storing.grown();
    void this.#atRelay?.grown().catch((error: unknown) => notStored(error, this.view.id));
  }

  #stored(events: number): void {
    const { length, state } = this.view.log;
    if (this.#missing) {
      // The first event after those from before the reload: it says what the mark said.
      this.#missing = undefined;
      this.#reach.settle(length);
    }
    if (events < length) return;
    if (state.connection === 'closed') this.#over();
    else this.#reach.settle(length);
  }

  /** The page may be gone in a moment: hand over what waits, and say exactly how much there is. */
  readonly #leave = (event: Event): void => {
    if (event.type === 'visibilitychange' && document.visibilityState === 'visible') return;
    this.#reach.settle(this.view.log.length);
    this.#storing.flush();
  };

  /** The end is stored: nothing can be missing after it. */
  #over(): void {
    removeEventListener('pagehide', this.#leave);
    document.removeEventListener('visibilitychange', this.#leave);
    removeReached(this.view.id);
  }

  #awaitConsent(): Promise<string | undefined> {
    return new Promise((resolve) => (this.#consent = resolve));
  }
  /** What a person still consents to comes too late for this session. */
  #abandon(): void {
    this.#authorizer.abandon();
    this.authorized(undefined);
  }

  /** Of the problem in event `s`, where the browser refused or nothing answered: find out which, once, and record it. */
  async #explain(s: number): Promise<void> {
    const { events, state } = this.view.log;
    const end = this.view.log.event(s - 1);
    if (end?.k !== 'http' || end.phase !== 'end' || !end.opaque) return;
    const failed = lastEvent(events, (each) => each.k === 'http' && each.x === end.x && each.phase === 'request');
    if (failed?.k !== 'http') return;
    const { url = '', method = '', headers = [] } = failed;
    const found = await this.#diagnose({ url, method, headers, answered: this.#hasAnswered });
    // The driver may have found another way in the meantime.
    if (state.problem?.s !== s || (found.reason === state.problem.reason && found.detail === undefined)) return;
    this.#host.note({ k: 'connection', event: 'problem', detail: end.error ?? '', ...found });
  }

  get #hasAnswered(): boolean {
    return (
      firstEvent(this.view.log.events, (event) => event.k === 'http' && event.phase === 'response' && !event.step) !==
      undefined
    );
  }

  /** A missing session id is answered 400: if none was ever seen, the browser probably hid it from this page. */
  #checkExposed(status: number): void {
    const { httpSession, initialized, problem } = this.view.log.state;
    if (status !== 400 || !initialized || httpSession !== undefined || problem?.reason === 'cors-hidden-session')
      return;
    this.#host.note({
      k: 'connection',
      event: 'problem',
      reason: 'cors-hidden-session',
      detail: 'Access-Control-Expose-Headers: Mcp-Session-Id',
    });
  }
}

function nextExchange(events: EventList): number {
  let next = 1;
  for (const event of events) if (event.k === 'http') next = Math.max(next, Number(event.x.slice(1)) + 1);
  return next;
}
