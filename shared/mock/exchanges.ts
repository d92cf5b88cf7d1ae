/** The HTTP exchanges of a recording, as far as a mock repeats them. */
import { defined } from '#shared/base';
import { headerOf, type HeaderPairs, type HttpBody, type SseBody } from '#shared/recording';
import type { MockAction } from './types.ts';

interface Exchange {
  /** A step of authorization, whose other party is not the server. */
  readonly step: boolean;
  readonly method?: string;
  /** A GET that goes on with a broken stream. */
  readonly resumes: boolean;
  /** Its request named no session. */
  readonly outside: boolean;
  readonly head?: {
    readonly status: number;
    readonly headers: HeaderPairs;
    readonly stream: boolean;
    readonly session: string | undefined;
  };
}

type MockEvent = Extract<MockAction, { do: 'event' }>;

/** Headers of a response that a mock gives again; the others are made by whoever serves it. */
const KEPT_HEADERS: ReadonlySet<string> = new Set(['content-type', 'mcp-protocol-version']);
const SESSION = 'mcp-session-id';

export class Exchanges {
  readonly #all = new Map<string, Exchange>();
  readonly #greeting: MockEvent[] = [];
  /** The first GET stream, until a message came on it. */
  #greeted: string | undefined;
  #deleted: number | undefined;
  #listens = false;

  take({ x, step, phase, method, status, headers }: HttpBody): void {
    const known = this.#all.get(x);
    if (step !== undefined || phase === 'request')
      this.#all.set(x, {
        step: step !== undefined,
        resumes: headerOf(headers, 'last-event-id') !== undefined,
        // Other programs' files may not tell the headers.
        outside: headers !== undefined && headerOf(headers, SESSION) === undefined,
        ...defined({ method }),
      });
    else if (phase === 'response' && status !== undefined) this.#respond(x, known, status, headers ?? []);
  }

  #respond(x: string, known: Exchange | undefined, status: number, headers: HeaderPairs): void {
    const { method, resumes } = known ?? {};
    if (method === 'DELETE') this.#deleted ??= status;
    if (method === 'GET' && !resumes && status === 200 && !this.#listens) {
      this.#listens = true;
      this.#greeted = x;
    }
    const head = {
      status,
      headers: headers.filter(([name]) => KEPT_HEADERS.has(name.toLowerCase())),
      stream: /^text\/event-stream\b/i.test(headerOf(headers, 'content-type') ?? ''),
      session: headerOf(headers, SESSION),
    };
    this.#all.set(x, { step: false, resumes: false, outside: false, ...known, head });
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

  get(x: string | undefined): Exchange | undefined {
    return this.#all.get(x ?? '');
  }

  /** True for what comes as the body of a response, and not as an event of a stream. */
  isBody(x: string | undefined): boolean {
    return this.get(x)?.head?.stream === false;
  }

  get facts() {
    return {
      http: [...this.#all.values()].some(({ head }) => head !== undefined),
      listens: this.#listens,
      greeting: this.#greeting,
      ...defined({ deleted: this.#deleted }),
    };
  }
}

/** An event of a stream that carried no message. */
export const eventOf = ({ text, id }: SseBody): MockEvent => ({ do: 'event', text, ...defined({ id }) });
