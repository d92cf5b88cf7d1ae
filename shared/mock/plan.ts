/** From a recording to what its server did about each message of the client. */
import { decodeText, isObject, memberText, type Decoded, type IdKey } from '#shared/jsonrpc';
import {
  textOf,
  type HttpBody,
  type MessageEvent,
  type Recorded,
  type SseBody,
  type WireEvent,
} from '#shared/recording';
import { ownKey, readClientText } from './client-text.ts';
import { eventOf, Exchanges } from './exchanges.ts';
import type { ClientCall, MockAction, MockCall, MockMessage, MockOutput, MockPlan } from './types.ts';

interface Draft {
  readonly s: number;
  readonly call: ClientCall;
  readonly outputs: MockOutput[];
  readonly x?: string;
  /** Time of the client's message, of the last output, or of the last answer that an output waited for. */
  last: number;
  /** Ids of its requests that were not answered yet. */
  readonly unanswered: Set<IdKey>;
  /** Nothing more is due to it. */
  done: boolean;
  /** The client waits for it no longer. */
  givenUp: boolean;
  /** Requests by the server that were answered since the last output. */
  answered: IdKey[];
}

const LISTEN = 'subscriptions/listen';
const NOTHING: ClientCall = { kind: 'text', key: '', looseKey: '', nameKey: '', ids: [], tokens: [] };

/** Read a recording as a plan. Never throws; a recording without messages gives a plan without calls. */
export function planMock({ events }: Recorded): MockPlan {
  return new Planner(events).plan();
}

class Planner {
  readonly #events: readonly WireEvent[];
  readonly #opening = draftOf(NOTHING, -1, 0, undefined);
  readonly #drafts: Draft[] = [];
  readonly #byEvent = new Map<number, Draft>();
  readonly #byId = new Map<IdKey, Draft>();
  readonly #byToken = new Map<IdKey, Draft>();
  readonly #byExchange = new Map<string, Draft>();
  /** Requests in the order in which they began; those at the end that are answered are taken off. */
  readonly #open: Draft[] = [];
  /** Who asked, by the id of the server's request. */
  readonly #asked = new Map<IdKey, Draft>();
  readonly #exchanges = new Exchanges();
  /** The latest call about a task, by the task's id. */
  readonly #byTask = new Map<string, Draft>();
  /** Whose stream it is, by the ids of its events. */
  readonly #byEventId = new Map<string, Draft>();
  #latest = this.#opening;
  /** The client has begun to end the connection: what follows is no doing of the server's. */
  #ending = false;

  constructor(events: readonly WireEvent[]) {
    this.#events = events;
  }

  plan(): MockPlan {
    for (const event of this.#events) this.#take(event);
    const heard = this.#drafts.filter((draft) => !this.#isRefused(draft));
    const keys = new Set(heard.map(({ call }) => call.key));
    // A call that HTTP refused for want of authorization counts only when it was never sent again.
    const drafts = this.#drafts.filter((draft) => !this.#isRefused(draft) || !keys.has(draft.call.key));
    const sessions = drafts.some((draft) => this.#opens(draft) !== undefined);
    const began = drafts.find(isInitialize)?.s ?? -1;
    return {
      calls: drafts.map((draft) => this.#callOf(draft, sessions ? began : -1)),
      opening: this.#opening.outputs,
      sessions,
      ...this.#exchanges.facts,
    };
  }

  /** `began` is the event before which no client had a session; -1 where there are no sessions. */
  #callOf(draft: Draft, began: number): MockCall {
    const { s, call, outputs, x } = draft;
    const head = this.#exchanges.head(x);
    const opens = this.#opens(draft);
    const outside = began >= 0 && !isInitialize(draft) && (x === undefined ? s < began : this.#exchanges.isOutside(x));
    return {
      ...call,
      s,
      outputs,
      ...(head ? { http: { status: head.status, headers: head.headers } } : {}),
      ...(opens ? { opens } : {}),
      ...(outside ? { outside: true } : {}),
    };
  }

  /** The session that began with this `initialize`: HTTP says so, a process begins one with its answer. */
  #opens(draft: Draft): MockCall['opens'] {
    if (!isInitialize(draft)) return undefined;
    const session = this.#exchanges.head(draft.x)?.session;
    if (draft.x !== undefined) return session === undefined ? undefined : { session };
    const answered = draft.outputs.some(({ action }) => action.do === 'message' && action.answers && isResult(action));
    return answered ? {} : undefined;
  }

  #take(event: WireEvent): void {
    switch (event.k) {
      case 'http':
        this.#http(event);
        return;
      case 'message':
        if (this.#exchanges.isStep(event.x)) return;
        this.#exchanges.message(event.x);
        if (event.dir === 'c2s') this.#fromClient(event);
        else this.#fromServer(event);
        return;
      case 'sse':
        this.#sse(event);
        return;
      case 'timeout': {
        const draft = this.#byEvent.get(event.at);
        if (draft) draft.givenUp = true;
        return;
      }
      case 'stderr':
        this.#put(this.#current(), event.t, {
          do: 'stderr',
          payload: event.b64 === undefined ? { raw: event.text ?? '' } : { b64: event.b64 },
        });
        return;
      case 'process':
        if (event.event === 'stdin-end' || event.event === 'signal') this.#ending = true;
        if (event.event === 'exit' && !this.#ending)
          this.#put(this.#current(), event.t, { do: 'exit', code: exitCode(event.code) });
        return;
      case 'connection':
        if (event.event === 'closing') this.#ending = true;
        else if (event.event === 'opening') this.#ending = false;
        return;
      default:
    }
  }

  #http(event: HttpBody & { readonly t: number }): void {
    const last = this.#exchanges.take(event);
    // What comes on a stream that is taken up again is about the call whose stream it was.
    const resumed = last === undefined ? undefined : this.#byEventId.get(last);
    if (resumed) this.#byExchange.set(event.x, resumed);
    if (event.phase === 'end') this.#end(event);
  }

  /** The response to a call ended. Where the answer was not complete, that is something that the server did. */
  #end({ x, t, by, error }: HttpBody & { readonly t: number }): void {
    const draft = this.#carrying(x);
    const head = this.#exchanges.head(x);
    // 202 says that the answer comes another way (2024-11-05, HTTP with SSE).
    if (!draft || draft.done || this.#ending || by === 'client' || draft.call.ids.length === 0 || head?.status === 202)
      return;
    const broken = by === 'network' || error !== undefined;
    // Whoever serves the mock ends an empty refusal as it ended then.
    if (broken || head?.stream || (head && head.status < 400))
      this.#put(draft, t, { do: 'end', ...(broken ? { broken } : {}) });
  }

  #sse(event: SseBody & { readonly t: number }): void {
    const draft = this.#carrying(event.x);
    if (!draft) return this.#exchanges.greet(event);
    if (event.id !== undefined) this.#byEventId.set(event.id, draft);
    this.#put(draft, event.t, eventOf(event));
  }

  #fromClient(event: MessageEvent): void {
    const { s, t, x } = event;
    const { call, answers, cancels } = readClientText(textOf(event));
    const cancelled = cancels === undefined ? undefined : this.#byId.get(cancels);
    if (cancelled) cancelled.givenUp = true;
    for (const key of answers) {
      const asked = this.#asked.get(key);
      if (!asked) continue;
      asked.answered.push(key);
      asked.last = t;
    }
    if (!call) return;
    const draft = draftOf(call, s, t, x);
    this.#drafts.push(draft);
    this.#byEvent.set(s, draft);
    this.#latest = draft;
    if (x !== undefined) this.#byExchange.set(x, draft);
    for (const { key } of call.ids) this.#byId.set(key, draft);
    for (const { key } of call.tokens) this.#byToken.set(key, draft);
    this.#about(draft, taskOf(call.params));
    // A subscription stays open for long; what comes meanwhile is another's doing.
    if (call.ids.length > 0 && call.method !== LISTEN) this.#open.push(draft);
  }

  #fromServer(event: MessageEvent): void {
    const text = textOf(event);
    const decoded = decodeText(text);
    const carrying = this.#carrying(event.x);
    if (carrying && event.sse?.id !== undefined) this.#byEventId.set(event.sse.id, carrying);
    const action: MockMessage = {
      do: 'message',
      payload: event.b64 === undefined ? { raw: event.raw ?? '' } : { b64: event.b64 },
      ...(event.sse ? { sse: event.sse } : {}),
      ...(event.unterminated ? { unterminated: event.unterminated } : {}),
    };
    const subscription = this.#subscriptionOf(decoded, text);
    if (subscription) return this.#ofSubscription(subscription, event.t, action, decoded);
    const answered = this.#answeredBy(decoded);
    if (answered) {
      const before = answered.done;
      for (const key of idsOf(decoded)) answered.unanswered.delete(key);
      this.#about(answered, decoded.kind === 'response' ? taskOf(decoded.result) : undefined);
      answered.done = answered.unanswered.size === 0 || this.#exchanges.isBody(event.x);
      return this.#put(answered, event.t, { ...action, ...(answered.done && !before ? { answers: true } : {}) });
    }
    if (decoded.kind === 'request') {
      const draft = carrying ?? this.#current();
      this.#asked.set(decoded.key, draft);
      return this.#put(draft, event.t, { ...action, asks: decoded.key });
    }
    // What HTTP answers with is the answer, whatever it says; so is an error that names no request, for a text that is none.
    const whole = carrying && this.#exchanges.isBody(event.x) ? carrying : this.#nameless(decoded);
    if (whole && !whole.done) {
      // What was cut off is followed by the end of the response.
      whole.done = !event.unterminated;
      return this.#put(whole, event.t, { ...action, answers: true });
    }
    const token = tokenOf(decoded, text);
    const asker = token === undefined ? undefined : this.#byToken.get(token);
    const task = decoded.kind === 'notification' ? taskOf(decoded.params) : undefined;
    const draft = asker ?? carrying ?? (task === undefined ? undefined : this.#byTask.get(task)) ?? this.#current();
    this.#put(draft, event.t, { ...action, ...(asker && token !== undefined ? { token } : {}) });
  }

  /** Messages of a subscription stand with what brought them about, save for the first, which says that it is there. */
  #ofSubscription(listen: Draft, t: number, action: MockMessage, decoded: Decoded): void {
    const id = listen.call.ids[0]?.key;
    const ends = decoded.kind === 'response';
    if (ends) listen.done = true;
    const end = ends ? ({ answers: true } as const) : {};
    if (listen.outputs.length === 0 || id === undefined || this.#latest === listen)
      this.#put(listen, t, { ...action, ...end });
    else this.#put(this.#current(), t, { ...action, ...end, subscription: id });
  }

  #subscriptionOf(decoded: Decoded, text: string): Draft | undefined {
    const path = ['params', '_meta', 'io.modelcontextprotocol/subscriptionId'];
    const named = decoded.kind === 'notification' ? memberText(text, path) : undefined;
    const key = named === undefined ? idsOf(decoded)[0] : ownKey(named);
    const draft = key === undefined ? undefined : this.#byId.get(key);
    return draft?.call.method === LISTEN && !draft.done ? draft : undefined;
  }

  /** The call that a response, or a batch of them, answers. */
  #answeredBy(decoded: Decoded): Draft | undefined {
    for (const key of idsOf(decoded)) {
      const draft = this.#byId.get(key);
      if (draft) return draft;
    }
    return undefined;
  }

  #nameless(decoded: Decoded): Draft | undefined {
    if (decoded.kind !== 'response' || decoded.key !== undefined) return undefined;
    return this.#latest.call.kind === 'text' || this.#latest.call.kind === 'batch' ? this.#latest : undefined;
  }

  /** The call that went out on the exchange on which something came back. */
  #carrying(x: string | undefined): Draft | undefined {
    return x === undefined ? undefined : this.#byExchange.get(x);
  }

  #about(draft: Draft, task: string | undefined): void {
    if (task !== undefined) this.#byTask.set(task, draft);
  }

  /** What belongs to no call in particular came while this one was under way, or after it. */
  #current(): Draft {
    for (let last = this.#open.at(-1); last && (last.done || last.givenUp); last = this.#open.at(-1)) this.#open.pop();
    return this.#open.at(-1) ?? this.#latest;
  }

  #put(draft: Draft, t: number, action: MockAction): void {
    draft.outputs.push({ action, after: Math.max(0, t - draft.last), waitsFor: draft.answered });
    draft.answered = [];
    draft.last = t;
  }

  #isRefused({ x, outputs }: Draft): boolean {
    const status = this.#exchanges.head(x)?.status;
    return status === 401 || (status === 403 && outputs.length === 0);
  }
}

function draftOf(call: ClientCall, s: number, t: number, x: string | undefined): Draft {
  return {
    s,
    call,
    outputs: [],
    last: t,
    unanswered: new Set(call.ids.map(({ key }) => key)),
    done: false,
    givenUp: false,
    answered: [],
    ...(x === undefined ? {} : { x }),
  };
}

const isInitialize = ({ call: { kind, method } }: Draft): boolean => kind === 'request' && method === 'initialize';

function isResult({ payload }: MockMessage): boolean {
  return memberText(textOf(payload), ['result']) !== undefined;
}

/** Ids that a message of the server answers. */
function idsOf(decoded: Decoded): IdKey[] {
  const messages = decoded.kind === 'batch' ? decoded.items : [decoded];
  return messages.flatMap((each) => (each.kind === 'response' && each.key !== undefined ? [each.key] : []));
}

/** The task that parameters or a result are about (2025-11-25, basic/utilities/tasks; the extension of 2026-07-28). */
function taskOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const id = isObject(value['task']) ? value['task']['taskId'] : value['taskId'];
  return typeof id === 'string' ? id : undefined;
}

function tokenOf(decoded: Decoded, text: string): IdKey | undefined {
  if (decoded.kind !== 'notification' || decoded.method !== 'notifications/progress') return undefined;
  const token = memberText(text, ['params', 'progressToken']);
  return token === undefined ? undefined : ownKey(token);
}

/** A code with which a process can end; 1 for one that a signal ended. */
function exitCode(code: number | null | undefined): number {
  return typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 255 ? code : 1;
}
