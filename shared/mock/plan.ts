/** From a recording to what its server did about each message of the client. */
import { defined } from '#shared/base';
import { type Decoded, type IdKey, isObject, memberText, textMember } from '#shared/jsonrpc';
import {
  textOf,
  type HttpBody,
  type HttpContentBody,
  type MessageEvent,
  type Recorded,
  type SseBody,
  type WireEvent,
} from '#shared/recording';
import { SessionLog, type StepNote } from '#shared/session';
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
  readonly unanswered: Set<IdKey>;
  done: boolean;
  givenUp: boolean;
  /** The server never got it: a tap in between dropped it, or answered in the server's place. */
  kept: boolean;
  /** Requests by the server that were answered since the last output. */
  answered: IdKey[];
}

const LISTEN = 'subscriptions/listen';
const REFUSED: readonly number[] = [401, 403, 407];
const NOTHING: ClientCall = { kind: 'text', key: '', looseKey: '', nameKey: '', ids: [], tokens: [] };

/** Read a recording as a plan. Never throws; a recording without messages gives a plan without calls. */
export function planMock({ events }: Recorded): MockPlan {
  return new Planner(events).plan();
}

class Planner {
  readonly #events: readonly WireEvent[];
  readonly #opening = draftOf(NOTHING, -1, 0, undefined);
  readonly #drafts: Draft[] = [];
  /** What was asked, answered and taken back is the session's own fold's to say. */
  readonly #log = new SessionLog();
  /** The call that an operation of the client is part of, the last one where it was repeated; of the server's requests, the call they are part of. */
  readonly #byOperation = new Map<number, Draft>();
  /** A task's progress may come after the answer to what created it. */
  readonly #byToken = new Map<IdKey, Draft>();
  readonly #byExchange = new Map<string, Draft>();
  /** Requests in the order in which they began; those at the end that are answered are taken off. */
  readonly #open: Draft[] = [];
  readonly #exchanges = new Exchanges();
  /** The latest call about a task, by the task's id. */
  readonly #byTask = new Map<string, Draft>();
  #latest = this.#opening;
  /** The client has begun to end the connection: the server does nothing of what follows by itself. */
  #ending = false;

  constructor(events: readonly WireEvent[]) {
    this.#events = events;
  }

  plan(): MockPlan {
    for (const [s, event] of this.#events.entries()) {
      // A part of a recording has holes; the log has none.
      const note = this.#log.append(event.s === s ? event : { ...event, s });
      if (note) this.#take(event, note);
    }
    const heard = this.#drafts.filter((draft) => !draft.kept && !this.#isRefused(draft));
    const keys = new Set(heard.map(({ call }) => call.key));
    // A call that HTTP refused for want of authorization counts only when it was never sent again.
    const drafts = this.#drafts.filter(
      (draft) => !draft.kept && (!this.#isRefused(draft) || !keys.has(draft.call.key)),
    );
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
      ...defined({ opens, outside: outside ? true : undefined }),
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

  #take(event: WireEvent, note: StepNote): void {
    for (const { pending, outcome } of note.closed) {
      if (pending.dir !== 'c2s') continue;
      const draft = this.#byOperation.get(pending.op);
      if (!draft) continue;
      if (outcome === 'cancelled' || outcome === 'timeout') draft.givenUp = true;
      if (outcome === 'dropped' || outcome === 'tap-answered') draft.kept = true;
    }
    switch (event.k) {
      case 'http':
        this.#http(event);
        return;
      case 'message':
        // It repeats what the server said: what went on from a tap was said before, and what was made there, nobody said.
        if (event.of !== undefined || event.by === 'tap' || this.#exchanges.isStep(event.x)) return;
        this.#exchanges.message(event.x);
        if (event.dir === 'c2s') this.#fromClient(event, note);
        else this.#fromServer(event, note);
        return;
      case 'body':
        if (event.dir === 's2c') this.#body(event);
        return;
      case 'sse':
        this.#sse(event);
        return;
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
    this.#exchanges.take(event);
    const { carried, pending } = this.#log.state;
    // What comes on a stream that is taken up again is about the call whose stream it was.
    if (event.phase === 'request')
      for (const key of carried.get(event.x) ?? []) {
        const resumed = this.#byOperation.get(pending.get(key)?.op ?? -1);
        if (resumed) this.#byExchange.set(event.x, resumed);
      }
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
    this.#put(draft, event.t, eventOf(event));
  }

  #fromClient(event: MessageEvent, { opened, closed, continued }: StepNote): void {
    const { s, t, x } = event;
    for (const { pending, response } of closed) {
      const asked = response && pending.key !== undefined ? this.#byOperation.get(pending.op) : undefined;
      if (!asked || pending.key === undefined) continue;
      asked.answered.push(pending.key);
      asked.last = t;
    }
    const { call } = readClientText(textOf(event));
    if (!call) return;
    const draft = draftOf(call, s, t, x);
    this.#drafts.push(draft);
    this.#latest = draft;
    for (const { op } of continued ? [...opened, continued] : opened) this.#byOperation.set(op, draft);
    if (x !== undefined) this.#byExchange.set(x, draft);
    for (const { key } of call.tokens) this.#byToken.set(key, draft);
    this.#about(draft, taskOf(call.params));
    // A subscription stays open for long; what comes meanwhile is another's doing.
    if (call.ids.length > 0 && call.method !== LISTEN) this.#open.push(draft);
  }

  #fromServer(event: MessageEvent, note: StepNote): void {
    const { decoded } = note;
    if (!decoded) return;
    const carrying = this.#carrying(event.x);
    const action: MockMessage = {
      do: 'message',
      payload: event.b64 === undefined ? { raw: event.raw ?? '' } : { b64: event.b64 },
      ...defined({ sse: event.sse, unterminated: event.unterminated }),
    };
    // An answer, one to a call that was answered before among them; or what a subscription or progress is about.
    const isAnswer = idsOf(decoded).length > 0;
    const op = isAnswer ? this.#log.notes.at(-1)?.op : note.touches;
    const about = this.#byOperation.get(op ?? -1);
    if (about?.call.method === LISTEN && !about.done) return this.#ofSubscription(about, event.t, action, decoded);
    const answered = isAnswer ? about : undefined;
    if (answered) {
      const before = answered.done;
      for (const key of idsOf(decoded)) answered.unanswered.delete(key);
      this.#about(answered, decoded.kind === 'response' ? taskOf(decoded.result) : undefined);
      answered.done = answered.unanswered.size === 0 || this.#exchanges.isBody(event.x);
      return this.#put(answered, event.t, { ...action, ...(answered.done && !before ? { answers: true } : {}) });
    }
    if (decoded.kind === 'request') {
      const draft = carrying ?? this.#current();
      for (const asked of note.opened) this.#byOperation.set(asked.op, draft);
      return this.#put(draft, event.t, { ...action, asks: decoded.key });
    }
    // What HTTP answers with is the answer, whatever it says; so is an error that names no request, for a text that is none.
    const whole = carrying && this.#exchanges.isBody(event.x) ? carrying : this.#nameless(decoded);
    if (whole && !whole.done) {
      // What was cut off is followed by the end of the response.
      whole.done = !event.unterminated;
      return this.#put(whole, event.t, { ...action, answers: true });
    }
    const token = tokenOf(decoded, textOf(event));
    const asker = token === undefined ? undefined : this.#byToken.get(token);
    const task = decoded.kind === 'notification' ? taskOf(decoded.params) : undefined;
    const draft = asker ?? carrying ?? (task === undefined ? undefined : this.#byTask.get(task)) ?? this.#current();
    this.#put(draft, event.t, { ...action, ...(asker && token !== undefined ? { token } : {}) });
  }

  /** The words of an error are the answer; what is refused for want of authorization is told by its status. */
  #body({ x, t, raw, b64 }: HttpContentBody & { readonly t: number }): void {
    const draft = this.#carrying(x);
    const status = this.#exchanges.head(x)?.status ?? 0;
    if (!draft || draft.done || status < 400 || REFUSED.includes(status) || this.#exchanges.isStep(x)) return;
    draft.done = true;
    const payload = b64 === undefined ? { raw: raw ?? '' } : { b64 };
    this.#put(draft, t, { do: 'message', payload, answers: true });
  }

  /** Messages of a subscription are outputs of the call that caused them, except for the first, which acknowledges it. */
  #ofSubscription(listen: Draft, t: number, action: MockMessage, decoded: Decoded): void {
    const id = listen.call.ids[0]?.key;
    const ends = decoded.kind === 'response';
    if (ends) listen.done = true;
    const end = ends ? ({ answers: true } as const) : {};
    if (listen.outputs.length === 0 || id === undefined || this.#latest === listen)
      this.#put(listen, t, { ...action, ...end });
    else this.#put(this.#current(), t, { ...action, ...end, subscription: id });
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
    kept: false,
    answered: [],
    ...defined({ x }),
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
  return textMember(isObject(value) && isObject(value['task']) ? value['task'] : value, 'taskId');
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
