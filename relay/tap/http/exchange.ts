/** One exchange as events. No event is emitted until the body of the request identifies the session. */
import { defined } from '#shared/base';
import type { Masker } from '#shared/authorization';
import { decodeText } from '#shared/jsonrpc';
import {
  headerOf,
  joinBytes,
  NOT_RECORDED,
  payloadOf,
  textOf,
  type Direction,
  type EventBody,
  type HttpBody,
} from '#shared/recording';
import { responseBody, type ResponseBody } from '#shared/transport';
import { decoderFor } from '../../http/index.ts';
import type { Act, Handled } from '../judge/index.ts';
import type { ExchangeHappened, HttpCopy } from './copy.ts';
import { KeptCopies, type KeptState } from './kept-copies.ts';
import { isEventStream } from './heads.ts';
import { PackedBody } from './packed-body.ts';
import { pathIn, SESSION_HEADER, senderOf, type Sender } from './sender.ts';
import type { TappedSession } from './session.ts';
import type { TappedSessions } from './sessions.ts';

type Of<Is extends ExchangeHappened['is']> = Omit<Extract<ExchangeHappened, { is: Is }>, 'is' | 'x'>;

export interface ExchangeParts {
  readonly masker: Masker;
  readonly sessions: TappedSessions;
  readonly now: () => number;
  readonly mcpPath: string;
}

/** The state from which another process continues, with the number of the session. */
export type ExchangeState = KeptState & { readonly session: number | undefined };

export class TappedExchange {
  readonly #x: string;
  readonly #request: Extract<ExchangeHappened, { is: 'request' }>;
  readonly #began: number;
  readonly #parts: ExchangeParts;
  #sent: Uint8Array[] = [];
  #missing = 0;
  #isCut = false;
  #session: TappedSession | undefined;
  #sender: Sender | undefined;
  /** It carries no message: its text may be secret. */
  #isOther = false;
  #grants = false;
  #body: ResponseBody | undefined;
  #response: Parameters<typeof responseBody>[0] | undefined;
  #packed: PackedBody | undefined;
  #endpoint = false;
  readonly #spared = new Map<Direction, Act>();
  #t = 0;
  #ended: Promise<void> | undefined;
  #hasLeft = false;
  readonly #kept: KeptCopies;
  /** The number of its next events that are recorded already. */
  #silent: number;
  readonly #resumes: number | undefined;

  /** With `state` it continues where another one was, once it got the copies that follow the request there. */
  constructor(
    request: Extract<ExchangeHappened, { is: 'request' }>,
    t: number,
    parts: ExchangeParts,
    state?: ExchangeState,
  ) {
    this.#silent = state?.told ?? 0;
    this.#resumes = state?.session;
    this.#kept = new KeptCopies({ is: 'happened', t, body: request });
    this.#x = `x${request.x}`;
    this.#request = request;
    this.#began = t;
    this.#t = t;
    this.#parts = parts;
  }

  /** Called with each copy of it, which is kept for a successor. */
  takes(copy: HttpCopy): void {
    this.#t = copy.t;
    const body = this.#packed ? 'compressed' : isEventStream(this.#response?.type) ? 'events' : 'whole';
    this.#kept.add(copy, body);
  }

  /** Bytes that are kept. */
  get untold(): number {
    return this.#kept.bytes;
  }

  get isEnding(): boolean {
    return this.#ended !== undefined;
  }

  /** Undefined when too much would have to be kept. */
  get state(): ExchangeState | undefined {
    const { state } = this.#kept;
    return state && { session: this.#session?.number, ...state };
  }

  /** Records its next events, except those that are recorded already. Gives the number of the first. */
  #emit(session: TappedSession, bodies: readonly EventBody[], t: number): number {
    this.#kept.told += bodies.length;
    const skipped = Math.min(this.#silent, bodies.length);
    this.#silent -= skipped;
    return session.emit(bodies.slice(skipped), t);
  }

  push(dir: Direction, bytes: Uint8Array): void {
    if (dir === 'c2s') this.#sent.push(bytes);
    else if (this.#packed) this.#packed.push(bytes);
    else this.#body?.push(bytes);
  }

  /** Id of the recording it belongs to, once known. */
  get recording(): string | undefined {
    return this.#session?.recording.id;
  }

  /** It brings events now: those of a request, or (`own`) any. */
  get isStream(): 'own' | 'answer' | undefined {
    if (this.#ended || !isEventStream(this.#response?.type)) return undefined;
    return this.#request.method === 'GET' ? 'own' : 'answer';
  }

  /** A message that the tap kept or made. */
  handled(copy: Extract<HttpCopy, { readonly is: 'message' }>): void {
    const { from, bytes } = copy;
    if (from.dir === 'c2s' && !this.#session) {
      this.#sent = [bytes];
      this.#place(copy);
      return;
    }
    const { session } = this.#place();
    const payload = payloadOf(bytes);
    const body = this.#isOther
      ? this.#other(from.dir, textOf(payload))
      : session.known.bodyOf({ k: 'message', dir: from.dir, ...payload, x: this.#x }, copy);
    session.known.add(copy, this.#tell(body));
  }

  /** An action of the tap on no recorded message; `spared` is about the next one of this direction. */
  act(act: Act, dir: Direction): void {
    if (act.act === 'spared') this.#spared.set(dir, act);
    else this.#tell({ k: 'tap', ...act });
  }

  /** Records that the message of event `at` was not judged, if that is the case. */
  #tellSpared(dir: Direction, at: number): void {
    const act = this.#spared.get(dir);
    this.#spared.delete(dir);
    if (act) this.#tell({ k: 'tap', ...act, at });
  }

  /** So many bytes were not copied. */
  miss(dir: Direction, bytes: number): void {
    if (dir === 'c2s') this.#missing += bytes;
    else {
      this.#packed?.stop();
      this.#body?.end(true);
      this.#tell({ k: 'gap', bytes, why: NOT_RECORDED });
    }
  }

  /** The rest of its bodies may begin anywhere. */
  cut(t: number): void {
    this.#t = t;
    this.#isCut = !this.#session;
    this.#place();
    this.#packed?.stop();
    this.#body?.end(true);
  }

  /** The request has passed: now its session can be identified. */
  sent(): void {
    this.#place();
  }

  /** So many bytes passed that are not HTTP. */
  unread(bytes: number): void {
    this.#tell({ k: 'gap', bytes, why: 'not HTTP' });
  }

  respond({ status, headers }: Of<'response'>): void {
    const { session, sender } = this.#place();
    const { masker } = this.#parts;
    this.#tell({ k: 'http', x: this.#x, phase: 'response', status, headers: masker.headers(headers) });
    const id = headerOf(headers, SESSION_HEADER);
    const isAccepted = status >= 200 && status < 300;
    if (sender.isInitialize) session.initialized(isAccepted, id);
    // The client ended the session (2025-11-25, basic/transports#session-management).
    if (isAccepted && this.#request.method === 'DELETE' && sender.session !== undefined) session.ends('host-ended');
    this.#response = { x: this.#x, status, type: headerOf(headers, 'content-type') ?? '' };
    this.#body = responseBody(this.#response, (bodies) => this.#received(bodies));
    const decoder = decoderFor(headerOf(headers, 'content-encoding'));
    const now = (): void => void (this.#t = this.#parts.now());
    if (decoder) this.#packed = new PackedBody(decoder, this.#body, isEventStream(this.#response.type), now);
    this.#kept.responds();
  }

  /** Resolves when compressed data is recorded, too; a second call gives the same promise. */
  end(how: Of<'end'>, t: number): Promise<void> {
    this.#ended ??= this.#end(how, t);
    return this.#ended;
  }

  async #end({ by, error, reason }: Of<'end'>, t: number): Promise<void> {
    this.#t = t;
    const { session, sender } = this.#place();
    const isBroken = by !== 'server';
    // A body without compression ends at once: later events follow it.
    const failed = this.#packed && (await this.#packed.end(isBroken));
    if (!this.#packed) this.#body?.end(isBroken);
    const { why, packed } = failed ?? {};
    // Unreadable data may hold a secret.
    if (packed?.length && !this.#isOther) this.#tell({ k: 'body', x: this.#x, dir: 's2c', ...payloadOf(packed) });
    if (why !== undefined) this.#tell({ k: 'gap', why });
    this.#tell({ k: 'http', x: this.#x, phase: 'end', by, ...defined({ error: error ?? why }) });
    if (reason !== undefined)
      this.#tell({ k: 'connection', event: 'problem', reason, ...(error ? { detail: error } : {}) });
    if (sender.isInitialize && !this.#response) session.initialized(false);
    // HTTP+SSE lasts as long as its stream (2024-11-05, basic/transports#http-with-sse).
    if (this.#endpoint) session.ends(by === 'client' ? 'host-ended' : 'stream-ended');
    this.#leave(session);
  }

  giveUp(): void {
    this.#packed?.stop();
    this.#ended ??= Promise.resolve();
    if (this.#session) this.#leave(this.#session);
  }

  #leave(session: TappedSession): void {
    if (!this.#hasLeft) session.open--;
    this.#hasLeft = true;
  }

  #tell(...bodies: EventBody[]): number {
    return this.#emit(this.#place().session, bodies, this.#t);
  }

  #place(handled?: Handled): { readonly session: TappedSession; readonly sender: Sender } {
    if (this.#session && this.#sender) return { session: this.#session, sender: this.#sender };
    const { method, url, headers, client, via } = this.#request;
    const { masker, sessions } = this.#parts;
    const payload = payloadOf(joinBytes(this.#sent));
    this.#sent = [];
    const text = textOf(payload);
    const sender = senderOf(client, url, headers, text);
    const session = sessions.begin(sender, this.#began, this.#resumes);
    this.#session = session;
    this.#sender = sender;
    this.#isOther = this.#carriesOther(text, session);
    this.#grants = this.#isOther && /(?:^|[&"])grant_type\b/.test(text);
    const request: HttpBody = {
      k: 'http',
      x: this.#x,
      phase: 'request',
      method,
      url: masker.url(url),
      headers: masker.headers(headers),
      ...via,
    };
    const bodies: EventBody[] = [request];
    const cut = this.#isCut || this.#missing > 0 ? { unterminated: true as const } : {};
    if (text !== '') {
      const message = { k: 'message', dir: 'c2s', ...payload, x: this.#x, ...cut } as const;
      bodies.push(
        this.#isOther
          ? { k: 'body', x: this.#x, dir: 'c2s', raw: masker.body(text, false) }
          : handled
            ? session.known.bodyOf(message, handled)
            : message,
      );
    }
    if (this.#missing > 0) bodies.push({ k: 'gap', bytes: this.#missing, why: NOT_RECORDED });
    if (text !== '' && !this.#isOther && handled?.leg !== 'server') session.lastPost = this.#request.x;
    const first = this.#emit(session, bodies, this.#began);
    if (handled) session.known.add(handled, first + 1);
    if (text !== '') this.#tellSpared('c2s', first + 1);
    return { session, sender };
  }

  /** Authorization above all; neither messages at known addresses, nor what looks like one. */
  #carriesOther(text: string, { names }: TappedSession): boolean {
    const { url, headers } = this.#request;
    const { pathname, search } = new URL(url);
    if (/^application\/x-www-form-urlencoded\b/i.test(headerOf(headers, 'content-type') ?? '')) return true;
    if (pathname === this.#parts.mcpPath || names.has(`${pathname}${search}`)) return false;
    if (text === '') return !/event-stream/i.test(headerOf(headers, 'accept') ?? '');
    return decodeText(text).faults.includes('missing-jsonrpc');
  }

  #received(bodies: readonly EventBody[]): void {
    for (const body of bodies) {
      if (body.k === 'sse' && body.event === 'endpoint') this.#named(body.data ?? '');
      const isPlain = body.k === 'body' || (body.k === 'message' && this.#isOther);
      const at = this.#tell(isPlain ? this.#other('s2c', textOf(body)) : body);
      if (body.k === 'message') this.#tellSpared('s2c', at);
    }
  }

  #other(dir: Direction, text: string): EventBody {
    return { k: 'body', x: this.#x, dir, raw: this.#parts.masker.body(text, dir === 's2c' && this.#grants) };
  }

  #named(address: string): void {
    this.#endpoint = true;
    const path = pathIn(address, this.#request.url);
    if (path !== undefined) this.#place().session.names.add(path);
  }
}
