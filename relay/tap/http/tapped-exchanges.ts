/** Makes events of copies, for the sessions they belong to. */
import { errorText } from '#shared/base';
import { Masker, type MaskerState } from '#shared/authorization';
import { UNREADABLE, type Taker } from '../stdio/index.ts';
import type { From, HttpCopy, HttpHappened, HttpRecorderStart } from './copy.ts';
import { TappedExchange, type ExchangeState } from './exchange.ts';
import { fromJson } from './kept-copies.ts';
import type { Sender } from './sender.ts';
import { TappedSessions, type SessionsState } from './sessions.ts';

/** The state from which another process continues. It holds what recordings hide. */
export interface ExchangesState {
  readonly masker: MaskerState;
  readonly sessions: SessionsState;
  readonly exchanges: readonly ExchangeState[];
}

/** With more there is no state to continue from for now. */
const MAX_UNEMITTED_BYTES = 4 * 1024 * 1024;

export class TappedExchanges implements Taker<From, HttpHappened> {
  readonly sessions: TappedSessions;
  readonly #masker = new Masker();
  readonly #open = new Map<number, TappedExchange>();
  readonly #now: () => number;
  readonly #to: string;
  #killed = false;

  /** `resumes` continues a killed tap, or repeats it from the start; then `now` is the time of what is taken. */
  constructor(
    { to, name, out, otlp, startedAt, spool }: HttpRecorderStart,
    now: () => number,
    { resumes }: { readonly resumes?: ExchangesState | 'from-start' } = {},
  ) {
    this.#now = now;
    this.#to = new URL(to).pathname;
    const state = typeof resumes === 'object' ? resumes : undefined;
    if (state) this.#masker.resume(state.masker);
    const connection = { transport: 'streamable-http', url: this.#masker.url(to) } as const;
    const began = Date.parse(startedAt);
    const tapped = (sender: Sender, t: number) => ({
      connection,
      startedAt: new Date(began + t / 1000).toISOString(),
      host: sender.name ?? sender.agent?.split(/[/ ]/, 1)[0],
      name,
      out,
      otlp,
      spool,
    });
    this.sessions = new TappedSessions(tapped, state ? state.sessions : resumes && 'from-start');
    for (const each of state?.exchanges ?? []) {
      const [first, ...rest] = each.copies.map(fromJson);
      if (first?.is !== 'happened' || first.body.is !== 'request') continue;
      this.#open.set(first.body.x, new TappedExchange(first.body, first.t, this.#about, each));
      for (const copy of rest) this.take(copy);
    }
  }

  get state(): ExchangesState | undefined {
    const exchanges = [...this.#open.values()];
    const untold = exchanges.reduce((sum, each) => sum + each.untold, 0);
    if (untold > MAX_UNEMITTED_BYTES || exchanges.some(({ isEnding }) => isEnding)) return undefined;
    const sessions = this.sessions.state;
    const states = exchanges.flatMap(({ state }) => state ?? []);
    return sessions && { masker: this.#masker.state, sessions, exchanges: states };
  }

  write(): void {
    this.sessions.write();
  }

  /** Never throws: an exchange that can't be recorded is given up, which is an event. */
  take(copy: HttpCopy): void {
    try {
      this.#take(copy);
    } catch (error) {
      this.#failed(copy, error);
    }
  }

  #failed(copy: HttpCopy, error: unknown): void {
    const x = exchangeOf(copy);
    const exchange = x === undefined ? undefined : this.#open.get(x);
    if (x !== undefined) this.#open.delete(x);
    try {
      exchange?.giveUp();
      const problem = { k: 'connection', event: 'problem', reason: 'recorder-failed' } as const;
      this.sessions.tell({ ...problem, detail: errorText(error) }, copy.t);
    } catch {
      // No event can be recorded any more; the rest may be.
    }
  }

  #take(copy: HttpCopy): void {
    const { t } = copy;
    const of = exchangeOf(copy);
    if (of !== undefined) this.#open.get(of)?.takes(copy);
    if (copy.is === 'over') this.#killed = copy.reason === 'tap-killed';
    if (copy.is === 'unsafe')
      return this.sessions.tell({ k: 'connection', event: 'problem', reason: 'recording-behind' }, t);
    if (copy.is === 'unreadable') {
      for (const exchange of this.#open.values()) exchange.cut(t);
      return this.sessions.cut({ k: 'gap', why: UNREADABLE }, t);
    }
    if (copy.is === 'bytes' || copy.is === 'missing') {
      const exchange = this.#open.get(copy.from.x);
      if (copy.is === 'bytes') exchange?.push(copy.from.dir, copy.bytes);
      else exchange?.miss(copy.from.dir, copy.bytes);
      return;
    }
    if (copy.is === 'message') return this.#open.get(copy.from.x)?.handled(copy);
    if (copy.is === 'act') {
      const { about } = copy;
      if (typeof about === 'object') return this.#open.get(about.x)?.act(copy.act, about.dir);
      const session = about === undefined ? undefined : this.sessions.knowing(about);
      if (session) session.emit([session.known.act(copy)], t);
      else if (copy.act.act === 'armed') this.sessions.armed({ k: 'tap', ...copy.act }, t);
      return;
    }
    if (copy.is !== 'happened') return;
    const { body } = copy;
    if (body.is === 'failed')
      return this.sessions.tell({ k: 'connection', event: 'problem', reason: 'tap-failed', detail: body.detail }, t);
    if (body.is === 'request') {
      this.#open.set(body.x, new TappedExchange(body, t, this.#about));
      return;
    }
    const exchange = this.#open.get(body.x);
    if (!exchange) return;
    if (body.is === 'sent') exchange.sent();
    else if (body.is === 'unread') exchange.unread(body.bytes);
    else if (body.is === 'response') exchange.respond(body);
    else
      void exchange.end(body, t).then(
        () => this.#open.delete(body.x),
        (error: unknown) => this.#failed(copy, error),
      );
  }

  get #about(): ConstructorParameters<typeof TappedExchange>[2] {
    return { masker: this.#masker, sessions: this.sessions, now: this.#now, mcpPath: this.#to };
  }

  /** The exchange that brings events to the client of this recording, preferably one that was requested for that alone. */
  streamOf(recording: string | undefined): number | undefined {
    const streams = [...this.#open].filter(([, each]) => each.recording === recording && each.isStream);
    return (streams.findLast(([, each]) => each.isStream === 'own') ?? streams.at(-1))?.[0];
  }

  /** The tap ends, or was killed: resolves when everything is written. */
  async end(): Promise<readonly string[]> {
    const t = this.#now();
    const how = this.#killed ? ({ by: 'network', error: 'the tap was killed' } as const) : ({ by: 'client' } as const);
    await Promise.allSettled([...this.#open.values()].map((each) => each.end(how, t)));
    this.sessions.finish(this.#now(), this.#killed ? 'tap-killed' : undefined);
    return this.sessions.lacking;
  }
}

/** Number of the exchange that a copy belongs to, if any. */
function exchangeOf(copy: HttpCopy): number | undefined {
  if (copy.is === 'happened') return copy.body.is === 'failed' ? undefined : copy.body.x;
  if (copy.is === 'act') return typeof copy.about === 'object' ? copy.about.x : undefined;
  return 'from' in copy ? copy.from.x : undefined;
}
