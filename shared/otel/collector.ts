/** Spans of a session, put together event by event. */
import { defined } from '#shared/base';
import { MessagesByKey, type Decoded, isObject } from '#shared/jsonrpc';
import type { Recorded, RecordingHeader, WireEvent } from '#shared/recording';
import { isTakenBackAtEnd, SessionLog, type Closing, type Pending, type StepNote } from '#shared/session';
import { argumentsOf, bodyOf, networkOf, requestOf, sessionOf } from './attributes.ts';
import { failureOf, type Failure } from './failure.ts';
import { findingAt, happenedAt, type Happened } from './span-events.ts';
import type { Attributes, Span, SpanEvent, TelemetryOptions } from './types.ts';

/** Of one span, as the SDKs of OpenTelemetry limit them. */
const MAX_EVENT_COUNT = 128;

export interface Draft extends Pick<Span, 'spanId' | 'sender' | 'name' | 'start'> {
  readonly pending?: Pending;
  readonly parent: TraceContext & { readonly remote?: true };
  /** Absent while nothing ended it. */
  end?: bigint;
  attributes: Attributes;
  readonly events: SpanEvent[];
  dropped: number;
  failed?: { readonly message?: string };
  closed?: number;
}

/** Takes in the events of one recording in order. Never throws, whatever they hold. */
export class SpanCollector {
  readonly log: SessionLog;
  readonly drafts: Draft[] = [];
  readonly root: Draft;
  /** The request of each operation that was sent last. */
  readonly #latest = new Map<number, Draft>();
  readonly #messages = new MessagesByKey();
  readonly #header: RecordingHeader;
  readonly #options: TelemetryOptions;
  readonly #epoch: number;

  constructor({ header, events }: Pick<Recorded, 'header' | 'events'>, options: TelemetryOptions) {
    this.log = new SessionLog(events);
    this.#header = header;
    this.#options = options;
    const epoch = Date.parse(header.startedAt);
    this.#epoch = Number.isNaN(epoch) ? 0 : epoch;
    this.root = {
      parent: { traceId: digitsOf(`trace ${header.id}`, 32), spanId: '' },
      spanId: digitsOf(`session ${header.id}`, 16),
      sender: 'c2s',
      name: 'mcp.session',
      start: this.timeOf(0),
      attributes: networkOf(header, 'c2s'),
      events: [],
      dropped: 0,
    };
  }

  /** A moment of the recording. What no clock says is its beginning. */
  timeOf(t: number): bigint {
    const micros = Number.isFinite(t) && t > 0 ? Math.round(t) : 0;
    return BigInt(this.#epoch) * 1_000_000n + BigInt(micros) * 1000n;
  }

  add(event: WireEvent): void {
    const note = this.log.append(event);
    if (!note) return;
    const { decoded, opened, continued, closed, awaits } = note;
    for (const pending of continued ? [...opened, continued] : opened) this.#open(event, pending, decoded);
    for (const closing of closed) this.#close(event, closing);
    // The answer that asks for input is an answer; the request that gives the input is another one.
    const asking = awaits && this.#latest.get(awaits.op);
    if (asking && asking.closed === undefined) this.#end(asking, event);
    this.#happened(event, note);
  }

  #open({ s, t }: WireEvent, pending: Pending, decoded: Decoded | undefined): void {
    if (pending.kind === 'malformed') return;
    const params = this.#messages.request(decoded, pending.key)?.params;
    const { title, attributes } = requestOf(pending);
    const draft: Draft = {
      pending,
      parent: this.#parentOf(pending, params),
      // Several requests of a batch differ by their key.
      spanId: digitsOf(`request ${this.#header.id} ${s} ${pending.key ?? ''}`, 16),
      sender: pending.dir,
      name: title,
      start: this.timeOf(t),
      attributes: {
        ...attributes,
        ...networkOf(this.#header, pending.dir),
        ...(this.#options.bodies ? argumentsOf(pending, params) : {}),
      },
      events: [],
      dropped: 0,
    };
    this.drafts.push(draft);
    this.#latest.set(pending.op, draft);
  }

  /** What the request names; else, of what the server asks during a call, that call; else the session. */
  #parentOf({ op }: Pending, params: unknown): Draft['parent'] {
    const named = contextOf(params);
    if (named) return { ...named, remote: true };
    const during = this.#latest.get(this.log.operations.get(op)?.parent ?? -1);
    return { traceId: (during ?? this.root).parent.traceId, spanId: (during ?? this.root).spanId };
  }

  #close(event: WireEvent, closing: Closing): void {
    const draft = this.#latest.get(closing.pending.op);
    if (!draft || draft.closed !== undefined) return;
    this.#end(draft, event, failureOf(closing));
    const result = closing.response?.result;
    if (this.#options.bodies && closing.pending.method === 'tools/call' && result !== undefined)
      draft.attributes = { ...draft.attributes, ...bodyOf('gen_ai.tool.call.result', result) };
  }

  #end(draft: Draft, { s, t }: WireEvent, failure?: Failure): void {
    const end = this.timeOf(t);
    draft.closed = s;
    draft.end = end < draft.start ? draft.start : end;
    const session = sessionOf(this.log.state, draft.pending?.revision);
    draft.attributes = { ...draft.attributes, ...session, ...failure?.attributes };
    if (failure) draft.failed = defined({ message: failure.message });
  }

  #happened(event: WireEvent, { decoded, opened, closed, touches }: StepNote): void {
    const op = closed[0]?.pending.op ?? opened[0]?.op ?? touches;
    const draft = (op === undefined ? undefined : this.#latest.get(op)) ?? this.root;
    const took = this.#options.events === false ? undefined : happenedAt(event, decoded);
    if (took) this.#add(draft, event, took);
    for (const rule of this.#options.found?.(event.s) ?? []) this.#add(draft, event, findingAt(event.s, rule));
  }

  #add(draft: Draft, { t }: WireEvent, { name, attributes }: Happened): void {
    if (draft.events.length < MAX_EVENT_COUNT) draft.events.push({ name, time: this.timeOf(t), attributes });
    else draft.dropped++;
  }

  /** The spans, the session's first where any belongs to it. What nothing ended lasts until `last`. */
  spans(last: bigint): Span[] {
    for (const draft of this.drafts) this.#settle(draft, last);
    const own =
      this.drafts.length === 0 || this.root.events.length > 0 || this.drafts.some(({ parent }) => !parent.remote);
    return [...(own ? [this.root] : []), ...this.drafts].map((draft) => spanOf(draft, last));
  }

  /** The span of the session, whether or not it is among the others. */
  rootSpan(last: bigint): Span {
    return spanOf(this.root, last);
  }

  /** What the end of the session took along did not fail; what nothing ended has the session as it was last. */
  #settle(draft: Draft, last: bigint): void {
    const { state, operations } = this.log;
    if (draft.closed === undefined) {
      draft.attributes = { ...draft.attributes, ...sessionOf(state, draft.pending?.revision) };
      draft.end = last < draft.start ? draft.start : last;
      return;
    }
    const operation = operations.get(draft.pending?.op ?? -1);
    if (operation?.closed !== draft.closed || !isTakenBackAtEnd(operation, this.log)) return;
    const { 'error.type': _, ...kept } = draft.attributes;
    draft.attributes = kept;
    delete draft.failed;
  }
}

function spanOf(
  { parent, spanId, sender, name, start, end, attributes, events, dropped, failed, pending }: Draft,
  last: bigint,
): Span {
  const { traceId, spanId: above, traceState, remote } = parent;
  return {
    traceId,
    spanId,
    ...defined({ parentSpanId: above === '' ? undefined : above, traceState, remote, failed }),
    sender,
    name,
    kind: pending ? 'client' : 'internal',
    start,
    end: end ?? last,
    attributes,
    events,
    dropped,
  };
}

interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string;
}

/** Longer lists of vendors are dropped, as the W3C has it. */
const MAX_TRACESTATE_CHARS = 512;

/** The parent that `params._meta.traceparent` names (SEP-414; W3C Trace Context); undefined when it names none. Takes any value; never throws. */
function contextOf(params: unknown): TraceContext | undefined {
  const meta = isObject(params) ? params['_meta'] : undefined;
  if (!isObject(meta) || typeof meta['traceparent'] !== 'string') return undefined;
  const match = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:$|-)/.exec(
    meta['traceparent'],
  );
  const [, traceId, spanId] = match ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const { tracestate } = meta;
  const kept = typeof tracestate === 'string' && tracestate !== '' && tracestate.length <= MAX_TRACESTATE_CHARS;
  return { traceId, spanId, ...(kept ? { traceState: tracestate } : {}) };
}

/** FNV-1a with the finalizer of MurmurHash3, from a seed: ids follow from a recording alone, so that exporting it twice gives the same. */
function hash32(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const SEEDS = [0x811c9dc5, 0x9e3779b9, 0x6a09e667, 0xbb67ae85];

/** So many hexadecimal digits (a multiple of 8, 32 at most) that stand for a text; never all zero, which no id may be. */
function digitsOf(text: string, length: 16 | 32): string {
  const digits = SEEDS.slice(0, length / 8)
    .map((seed) => hash32(text, seed).toString(16).padStart(8, '0'))
    .join('');
  return /[^0]/.test(digits) ? digits : `${digits.slice(1)}1`;
}
