/** Copies of what passed to events of the sessions whose they are. */
import { errorText } from '#shared/base';
import { Masker } from '#shared/authorization';
import { headerOf } from '#shared/recording';
import type { Tapped } from '../tap/index.ts';
import type { HttpCopy, HttpRecorderStart } from './copy.ts';
import { TappedExchange } from './exchange.ts';
import type { Sender } from './sender.ts';
import { TappedSessions } from './sessions.ts';

export class TappedExchanges {
  readonly sessions: TappedSessions;
  readonly #masker = new Masker();
  readonly #open = new Map<number, TappedExchange>();
  readonly #now: () => number;
  readonly #to: string;

  constructor(start: HttpRecorderStart, now: () => number) {
    const { to, name, out, otlp, startedAt } = start;
    this.#now = now;
    this.#to = new URL(to).pathname;
    const connection = { transport: 'streamable-http', url: this.#masker.url(to) } as const;
    const tapped = (sender: Sender, t: number): Tapped => ({
      connection,
      startedAt: new Date(startedAt + t / 1000).toISOString(),
      host: sender.name ?? sender.agent?.split(/[/ ]/, 1)[0],
      name,
      out,
      otlp,
    });
    this.sessions = new TappedSessions(tapped);
  }

  /** Make events of what was copied. Never throws: an exchange that can't be recorded is given up, which is an event. */
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
      exchange?.giveUp(copy.t);
      const problem = { k: 'connection', event: 'problem', reason: 'recorder-failed' } as const;
      this.sessions.tell({ ...problem, detail: errorText(error) }, copy.t);
    } catch {
      // No event can be told any more: what still can be recorded is.
    }
  }

  #take(copy: HttpCopy): void {
    const { t } = copy;
    if (copy.is === 'bytes' || copy.is === 'missing') {
      const exchange = this.#open.get(copy.from.x);
      if (copy.is === 'bytes') exchange?.push(copy.from.dir, copy.bytes, t);
      else exchange?.miss(copy.from.dir, copy.bytes, t);
      return;
    }
    if (copy.is === 'message') return this.#open.get(copy.from.x)?.handled(copy);
    if (copy.is === 'act') {
      const { about } = copy;
      if (typeof about === 'object') return this.#open.get(about.x)?.act(copy.act, about.dir, t);
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
      const { sessions } = this;
      const about = { masker: this.#masker, sessions, now: this.#now, mcpPath: this.#to };
      this.#open.set(body.x, new TappedExchange(body, t, about));
      return;
    }
    const exchange = this.#open.get(body.x);
    if (!exchange) return;
    if (body.is === 'sent') exchange.sent();
    else if (body.is === 'unread') exchange.unread(body.bytes, t);
    else if (body.is === 'response') exchange.respond(body, headerOf(body.headers, 'content-encoding'), t);
    else
      void exchange.end(body, t).then(
        () => this.#open.delete(body.x),
        (error: unknown) => this.#failed(copy, error),
      );
  }

  /** The exchange that brings events to the client of this recording; of several, one that was asked for by itself. */
  streamOf(recording: string | undefined): number | undefined {
    const streams = [...this.#open].filter(([, each]) => each.recording === recording && each.isStream);
    return (streams.findLast(([, each]) => each.isStream === 'own') ?? streams.at(-1))?.[0];
  }

  /** The tap ends: resolves when everything is written. */
  async end(): Promise<void> {
    const t = this.#now();
    await Promise.allSettled([...this.#open.values()].map((each) => each.end({ by: 'client' }, t)));
    this.sessions.finish(this.#now());
  }
}

/** Number of the exchange that a copy is of, if it is of one. */
function exchangeOf(copy: HttpCopy): number | undefined {
  if (copy.is === 'happened') return copy.body.is === 'failed' ? undefined : copy.body.x;
  if (copy.is === 'act') return typeof copy.about === 'object' ? copy.about.x : undefined;
  return 'from' in copy ? copy.from.x : undefined;
}
