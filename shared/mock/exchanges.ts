/** What a recording tells of the HTTP exchanges that carried it. */
import { headerOf, type HeaderPairs, type HttpBody, type SseBody } from '#shared/recording';
import type { MockAction } from './types.ts';

interface Head {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly stream: boolean;
  /** The session that the answer names. */
  readonly session: string | undefined;
}

type MockEvent = Extract<MockAction, { do: 'event' }>;

/** Headers of an answer that a mock gives again; the rest is the affair of whoever serves it. */
const KEPT_HEADERS: ReadonlySet<string> = new Set(['content-type', 'mcp-protocol-version']);
const SESSION = 'mcp-session-id';

export class Exchanges {
  readonly #heads = new Map<string, Head>();
  /** Exchanges of standalone GET streams. */
  readonly #listening = new Set<string>();
  /** Exchanges of authorization, whose other party is not the server. */
  readonly #steps = new Set<string>();
  /** Exchanges that end a session. */
  readonly #deleting = new Set<string>();
  /** Exchanges whose request named no session. */
  readonly #outside = new Set<string>();
  readonly #greeting: MockEvent[] = [];
  /** The first GET stream, until a message came on it. */
  #greeted: string | undefined;
  #deleted: number | undefined;
  #listens = false;

  take({ x, step, phase, method, status, headers }: HttpBody): void {
    if (step !== undefined) this.#steps.add(x);
    else if (phase === 'request') {
      // Other programs' files may not tell the headers.
      if (headers && headerOf(headers, SESSION) === undefined) this.#outside.add(x);
      if (method === 'DELETE') this.#deleting.add(x);
      if (method === 'GET' && headerOf(headers, 'last-event-id') === undefined) this.#listening.add(x);
    } else if (phase === 'response' && status !== undefined) this.#respond(x, status, headers ?? []);
  }

  #respond(x: string, status: number, headers: HeaderPairs): void {
    if (this.#deleting.has(x)) this.#deleted ??= status;
    if (this.#listening.has(x) && status === 200 && !this.#listens) {
      this.#listens = true;
      this.#greeted = x;
    }
    const type = headerOf(headers, 'content-type');
    this.#heads.set(x, {
      status,
      headers: headers.filter(([name]) => KEPT_HEADERS.has(name.toLowerCase())),
      stream: type !== undefined && /^text\/event-stream\b/i.test(type),
      session: headerOf(headers, SESSION),
    });
  }

  /** Take in an event without a message that came on a stream of no call. */
  greet(event: SseBody): void {
    // `endpoint` is how HTTP+SSE (2024-11-05) begins, which a mock doesn't speak; comments only keep a connection alive.
    if (event.x === this.#greeted && event.event === undefined && (event.id ?? event.retry) !== undefined)
      this.#greeting.push(eventOf(event));
  }

  /** A message came on exchange `x`: what begins a stream is over. */
  message(x: string | undefined): void {
    if (x === this.#greeted) this.#greeted = undefined;
  }

  head(x: string | undefined): Head | undefined {
    return x === undefined ? undefined : this.#heads.get(x);
  }

  isStep(x: string | undefined): boolean {
    return x !== undefined && this.#steps.has(x);
  }

  isOutside(x: string | undefined): boolean {
    return x !== undefined && this.#outside.has(x);
  }

  /** True for what comes as the body of a response, and not as an event of a stream. */
  isBody(x: string | undefined): boolean {
    return this.head(x)?.stream === false;
  }

  get facts() {
    return {
      http: this.#heads.size > 0,
      listens: this.#listens,
      greeting: this.#greeting,
      ...(this.#deleted === undefined ? {} : { deleted: this.#deleted }),
    };
  }
}

/** An event of a stream that carried no message. */
export function eventOf({ text, id }: SseBody): MockEvent {
  return { do: 'event', text, ...(id === undefined ? {} : { id }) };
}
