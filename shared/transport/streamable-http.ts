/**
 * Streamable HTTP (2025-03-26 and later, basic/transports#streamable-http) over an injected `fetch`, for the page and
 * the relay alike. Each message is one POST whose body is the text as given; answers arrive as JSON or as SSE.
 */
import { defined } from '#shared/base';
import {
  asUtf8,
  bytesOf,
  type EventBody,
  fromBase64,
  type HeaderPairs,
  type MessageBody,
  payloadOf,
  POST_HEADERS,
  type Via,
} from '#shared/recording';
import type { Fetch, FetchResponse } from './redirect.ts';
import { pauseUntil, piecesOf, type Pause } from './pause.ts';
import { isEventStream, responseBody } from './response-body.ts';
import type { CloseOptions, Emit, SendOptions, Transport } from './transport.ts';
import { Untaken } from './untaken.ts';

/** A header that must not be recorded as it is. */
export interface Credential {
  readonly name: string;
  readonly value: string;
  readonly shown: string;
}

export interface HttpOptions {
  readonly url: string;
  readonly headers: HeaderPairs;
  readonly fetch: Fetch;
  /** Headers with secrets that were granted, asked for before every exchange: `value` is sent, `shown` is recorded. */
  readonly credentials?: () => readonly Credential[];
  /** Number of the first exchange; above 1 when a session goes on that had some before. */
  readonly firstExchange?: number;
  /** True in a browser, which does not say why a `fetch` failed. */
  readonly opaqueErrors?: boolean;
  /** Reason and words for a failed `fetch`, where the platform knows more than the message (`ECONNREFUSED`). */
  readonly explain?: (error: unknown) => { readonly reason: string; readonly detail: string };
  /** The proxy by which a request to this address goes. */
  readonly via?: (url: string) => Via;
  /** Longest body, or event of a stream, that is handed out whole: bytes of a body, UTF-16 units of an event. */
  readonly longest?: number;
  /** Asked between the pieces of a body. A server that sends without end is read no faster than this lets it. */
  readonly pause?: Pause;
}

const NOTHING_READ = new Uint8Array(0);

export class StreamableHttp implements Transport {
  readonly #options: HttpOptions;
  readonly #emit: Emit;
  readonly #open = new Map<string, AbortController>();
  readonly #untaken = new Untaken(() => this.#emit([{ k: 'connection', event: 'slowed', reason: 'answers' }]));
  #exchanges: number;
  #closing: Promise<void> | undefined;
  #over = false;

  constructor(options: HttpOptions, emit: Emit) {
    this.#options = options;
    this.#emit = emit;
    this.#exchanges = (options.firstExchange ?? 1) - 1;
  }

  open(): void {
    this.#emit([
      { k: 'connection', event: 'opening' },
      { k: 'connection', event: 'open' },
    ]);
  }

  send(text: string, { by, form, headers = [], http, url, b64 }: SendOptions): void {
    if (this.#closing) {
      // What was typed is not lost without a word, even in the moment in which the session ends.
      if (!this.#over) this.#emit([{ k: 'connection', event: 'problem', reason: 'not-sent', detail: text }]);
      return;
    }
    const usual = pairsOf([...POST_HEADERS, ...(http ? [] : headers)]);
    const set = merge(usual, this.#options.headers);
    const without = new Set(http?.without?.map((name) => name.toLowerCase()));
    const kept = set.filter(([name]) => !without.has(name.toLowerCase()));
    const personal = [...this.#options.headers, ...(http?.headers ?? [])].map(([name]) => name);
    const payload = b64 === undefined ? { raw: asUtf8(text) } : payloadOf(fromBase64(b64));
    void this.#exchange({
      method: http?.method ?? 'POST',
      headers: http?.exact ? pairsOf(http.headers) : merge(kept, http?.headers ?? []),
      url: url ?? this.#options.url,
      personal,
      message: { k: 'message', dir: 'c2s', ...payload, by, ...(form ? { form } : {}) },
    });
  }

  listen(headers: HeaderPairs): void {
    if (this.#closing) return;
    void this.#exchange(this.#usual('GET', [['Accept', 'text/event-stream'], ...pairsOf(headers)]));
  }

  abort(x: string): void {
    this.#open.get(x)?.abort();
  }

  /** An exchange without a body, at the server's URL. What the person set for the connection goes before what is usual. */
  #usual(method: string, own: [string, string][], limit?: number): Exchange {
    const { url, headers } = this.#options;
    const personal = headers.map(([name]) => name);
    return { method, url, headers: merge(own, headers), personal, ...(limit === undefined ? {} : { limit }) };
  }

  close({ reason, deleteHeaders }: CloseOptions): Promise<void> {
    this.#closing ??= this.#close(reason, deleteHeaders);
    return this.#closing;
  }

  async #close(reason: string, deleteHeaders: HeaderPairs | undefined): Promise<void> {
    this.#emit([{ k: 'connection', event: 'closing', reason }]);
    if (deleteHeaders) await this.#exchange(this.#usual('DELETE', pairsOf(deleteHeaders), 3000));
    for (const controller of this.#open.values()) controller.abort();
    // The exchanges report their own ends; wait until the last one has.
    while (this.#open.size > 0) await Promise.allSettled([...this.#running]);
    this.#over = true;
    this.#emit([{ k: 'connection', event: 'closed', reason }]);
  }

  readonly #running = new Set<Promise<void>>();

  #exchange(exchange: Exchange): Promise<void> {
    const x = `x${++this.#exchanges}`;
    const controller = new AbortController();
    this.#open.set(x, controller);
    const timer = exchange.limit === undefined ? undefined : setTimeout(() => controller.abort(), exchange.limit);
    const run = this.#run(x, exchange, controller).finally(() => {
      clearTimeout(timer);
      this.#open.delete(x);
      this.#running.delete(run);
    });
    this.#running.add(run);
    return run;
  }

  async #run(x: string, exchange: Exchange, controller: AbortController): Promise<void> {
    const { method, url, headers, message } = exchange;
    const { fetch, credentials, explain = unexplained, via } = this.#options;
    // A person who sets the header tries something else than what was granted.
    const granted = (credentials?.() ?? []).filter(
      ({ name }) => !headers.some(([each]) => each.toLowerCase() === name.toLowerCase()),
    );
    const shown = [...headers, ...granted.map(({ name, shown }): [string, string] => [name, shown])];
    const request: EventBody = { k: 'http', x, phase: 'request', method, url, headers: shown, ...via?.(url) };
    this.#emit(message ? [request, { ...message, x }] : [request]);
    const taken = message?.by === 'auto' ? this.#untaken.count() : undefined;
    let began = false;
    try {
      const sent = [...headers, ...granted.map(({ name, value }): [string, string] => [name, value])];
      // GET and HEAD have no body; everything else may have one.
      const body = message && !/^(?:GET|HEAD)$/i.test(method) ? { body: message.raw ?? bytesOf(message) } : {};
      const response = await fetch(url, {
        method,
        headers: sent,
        signal: controller.signal,
        ...body,
        personal: [...exchange.personal, ...granted.map(({ name }) => name)],
        report: (turn) => this.#emit([{ k: 'http', x, ...turn }]),
      });
      began = true;
      taken?.();
      const received: [string, string][] = [];
      response.headers.forEach((value, name) => received.push([name, value]));
      const { status, phrase, problem, unverified } = response;
      const more = defined({ phrase, unverified });
      if (status !== 0) this.#emit([{ k: 'http', x, phase: 'response', status, headers: received, ...more }]);
      await this.#readBody(x, response, controller.signal);
      this.#emit([
        { k: 'http', x, phase: 'end', by: 'server' },
        ...(problem ? [{ k: 'connection', event: 'problem', ...problem } as const] : []),
      ]);
    } catch (error) {
      taken?.();
      const by = controller.signal.aborted ? 'client' : 'network';
      const { reason, detail } = explain(error);
      const end: EventBody = { k: 'http', x, phase: 'end', by, ...(by === 'network' ? { error: detail } : {}) };
      const unreached = by === 'network' && !began;
      const opaque = by === 'network' && this.#options.opaqueErrors ? { opaque: true as const } : {};
      this.#emit([
        { ...end, ...opaque },
        ...(unreached ? [{ k: 'connection', event: 'problem', reason, detail } as const] : []),
      ]);
    }
  }

  async #readBody(x: string, response: FetchResponse, signal: AbortSignal): Promise<void> {
    const reader = response.body?.getReader();
    if (!reader) return;
    const type = response.headers.get('content-type') ?? '';
    const isStream = isEventStream(type);
    const { longest } = this.#options;
    const body = responseBody({ x, status: response.status, type, longest }, this.#emit);
    let broken: { error: unknown } | undefined;
    for (;;) {
      // What was read before the connection broke is kept and shown: it is often the evidence.
      const read = await reader.read().catch((error: unknown) => void (broken = { error }));
      if (!read || read.done) break;
      const bytes = read.value ?? NOTHING_READ;
      for (const piece of isStream ? piecesOf(bytes) : [bytes]) {
        body.push(piece);
        await this.#pause(signal);
        if (isStream) await this.#untaken.few(signal);
      }
    }
    body.end(broken !== undefined);
    if (broken) throw broken.error;
  }

  /** A body that is always there is read in one task otherwise, however long it is: nothing else would ever run. */
  async #pause(signal: AbortSignal): Promise<void> {
    const wait = this.#options.pause?.();
    if (wait) await pauseUntil(wait, signal);
  }
}

const unexplained = (error: unknown): { readonly reason: string; readonly detail: string } => ({
  reason: 'http-unreachable',
  detail: String(error),
});

const pairsOf = (headers: HeaderPairs): [string, string][] => headers.map(([name, value]) => [name, value]);

interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: [string, string][];
  readonly personal: readonly string[];
  readonly message?: MessageBody;
  /** Milliseconds after which it is given up. */
  readonly limit?: number;
}

/** Headers of one request: what the person set replaces what the program would send under the same name. */
function merge(own: [string, string][], personal: HeaderPairs): [string, string][] {
  const set = new Set(personal.map(([name]) => name.toLowerCase()));
  return [...own.filter(([name]) => !set.has(name.toLowerCase())), ...pairsOf(personal)];
}
