/** From a recording to what its server did about each message of the client. */
import { defined } from '#shared/base';
import { type Decoded, type IdKey, isObject, memberText, textMember } from '#shared/jsonrpc';
import {
  carriedBy,
  type EventList,
  type HttpBody,
  type HttpContentBody,
  type MessageEvent,
  type Recorded,
  type SseBody,
  textOf,
  type WireEvent,
} from '#shared/recording';
import { SessionLog, type Outcome, type StepNote } from '#shared/session';
import { NO_CALL, ownKey, readClientText } from './client-text.ts';
import { eventOf, Exchanges } from './exchanges.ts';
import type { ClientCall, MockAction, MockCall, MockMessage, MockOutput, MockPlan } from './types.ts';

interface Draft {
  readonly s: number;
  readonly call: ClientCall;
  /** Operations of the session that it opens or continues. */
  readonly ops: readonly number[];
  readonly outputs: MockOutput[];
  readonly x?: string;
  /** Time of the client's message, of the last output, or of the last answer that an output waited for. */
  last: number;
  readonly unanswered: Set<IdKey>;
  done: boolean;
  /** Requests by the server that were answered since the last output. */
  answered: IdKey[];
}

const LISTEN = 'subscriptions/listen';
const REFUSED: readonly number[] = [401, 403, 407];
const GIVEN_UP: ReadonlySet<Outcome | undefined> = new Set(['cancelled', 'timeout']);
/** The server never got it: a tap in between dropped it, or answered in the server's place. */
const KEPT_BY_TAP: ReadonlySet<Outcome | undefined> = new Set(['dropped', 'tap-answered']);

/** What a message of the server is in the plan. */
interface Decision {
  readonly draft: Draft;
  readonly marks?: Pick<MockMessage, 'answers' | 'asks' | 'token' | 'subscription'>;
  /** Ids of requests in the call that it answers. */
  readonly answered?: readonly IdKey[];
  readonly completes?: Draft | undefined;
}

/** Read a recording as a plan. Never throws; a recording without messages gives a plan without calls. */
export function planMock({ events }: Recorded): MockPlan {
  return new Planner().plan(events);
}

class Planner {
  readonly #opening = draftOf(NO_CALL, { s: -1, t: 0 });
  readonly #drafts: Draft[] = [];
  /** Says what was asked, answered, cancelled and held back. */
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

  plan(events: EventList): MockPlan {
    for (const event of events) {
      const s = this.#log.length;
      // A part of a recording has holes; the log has none.
      const note = this.#log.append(event.s === s ? event : { ...event, s });
      if (note) this.#take(event, note);
    }
    const kept = new Set(
      this.#log.operations.flatMap(({ index, dir, outcome }) =>
        dir === 'c2s' && KEPT_BY_TAP.has(outcome) ? [this.#byOperation.get(index)] : [],
      ),
    );
    const received = this.#drafts.filter((draft) => !kept.has(draft));
    const keys = new Set(received.flatMap((draft) => (this.#isRefused(draft) ? [] : [draft.call.key])));
    // A call that HTTP refused for want of authorization counts only when it was never sent again.
    const drafts = received.filter((draft) => !this.#isRefused(draft) || !keys.has(draft.call.key));
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
    const { head, outside: sentOutside = false } = this.#exchanges.get(x) ?? {};
    const opens = this.#opens(draft);
    const outside = began >= 0 && !isInitialize(draft) && (x === undefined ? s < began : sentOutside);
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
    const session = this.#exchanges.get(draft.x)?.head?.session;
    if (draft.x !== undefined) return session === undefined ? undefined : { session };
    const answered = draft.outputs.some(({ action }) => action.do === 'message' && action.answers && isResult(action));
    return answered ? {} : undefined;
  }

  #take(event: WireEvent, note: StepNote): void {
    switch (event.k) {
      case 'http':
        this.#http(event);
        return;
      case 'message':
        // It repeats what the server said: what went on from a tap was said before, and what was made there, nobody said.
        if (event.of !== undefined || event.by === 'tap' || this.#exchanges.get(event.x)?.step) return;
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
        this.#put(this.#current(), event.t, { do: 'stderr', payload: carriedBy(event) });
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
    const { carried, pending, unreadable } = this.#log.state;
    // What comes on a stream that is taken up again is about the call whose stream it was.
    if (event.phase === 'request')
      for (const key of carried.of(event.x)) {
        const resumed = this.#byOperation.get((pending.get(key) ?? unreadable.get(key))?.op ?? -1);
        if (resumed) this.#byExchange.set(event.x, resumed);
      }
    if (event.phase === 'end') this.#end(event);
  }

  /** The response to a call ended. Where the answer was not complete, that is something that the server did. */
  #end({ x, t, by, error }: HttpBody & { readonly t: number }): void {
    const draft = this.#carrying(x);
    const head = this.#exchanges.get(x)?.head;
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
    const { t, x } = event;
    for (const { pending, response } of closed) {
      const asked = response && pending.key !== undefined ? this.#byOperation.get(pending.op) : undefined;
      if (!asked || pending.key === undefined) continue;
      asked.answered.push(pending.key);
      asked.last = t;
    }
    const { call } = readClientText(textOf(event));
    if (!call) return;
    const ops = (continued ? [...opened, continued] : opened).map(({ op }) => op);
    const draft = draftOf(call, event, ops);
    this.#drafts.push(draft);
    this.#latest = draft;
    for (const op of ops) this.#byOperation.set(op, draft);
    if (x !== undefined) this.#byExchange.set(x, draft);
    for (const { key } of call.tokens) this.#byToken.set(key, draft);
    this.#about(draft, taskOf(call.params));
    // A subscription stays open for long; what comes meanwhile is another's doing.
    if (call.ids.length > 0 && call.method !== LISTEN) this.#open.push(draft);
  }

  #fromServer(event: MessageEvent, note: StepNote): void {
    const { decoded } = note;
    if (!decoded) return;
    const { draft, marks, answered, completes } = this.#decide(event, decoded, note);
    if (completes) completes.done = true;
    if (decoded.kind === 'request') for (const asked of note.opened) this.#byOperation.set(asked.op, draft);
    for (const key of answered ?? []) draft.unanswered.delete(key);
    if (answered && decoded.kind === 'response') this.#about(draft, taskOf(decoded.result));
    const framing = defined({ sse: event.sse, unterminated: event.unterminated });
    this.#put(draft, event.t, { do: 'message', payload: carriedBy(event), ...framing, ...marks });
  }

  /** Which call a message of the server is an output of. Changes nothing. */
  #decide(event: MessageEvent, decoded: Decoded, note: StepNote): Decision {
    const ids = idsOf(decoded);
    // An answer, one to a call that was answered before among them; or what a subscription or progress is about.
    const op = ids.length > 0 ? this.#log.notes.at(-1)?.op : note.touches;
    const about = this.#byOperation.get(op ?? -1);
    if (about?.call.method === LISTEN && !about.done) return this.#ofSubscription(about, decoded);
    const isBody = this.#exchanges.isBody(event.x);
    if (about && ids.length > 0) {
      const isComplete = isBody || [...about.unanswered].every((key) => ids.includes(key));
      const marks = isComplete && !about.done ? ({ answers: true } as const) : {};
      return { draft: about, marks, answered: ids, completes: isComplete ? about : undefined };
    }
    const carrying = this.#carrying(event.x);
    if (decoded.kind === 'request') return { draft: carrying ?? this.#current(), marks: { asks: decoded.key } };
    // What HTTP answers with is the answer, whatever it says; so is an error that names no request, for a text that is none.
    const whole = carrying && isBody ? carrying : this.#nameless(decoded);
    // What was cut off is followed by the end of the response.
    if (whole && !whole.done)
      return { draft: whole, marks: { answers: true }, completes: event.unterminated ? undefined : whole };
    const token = tokenOf(decoded, textOf(event));
    const asker = token === undefined ? undefined : this.#byToken.get(token);
    if (asker && token !== undefined) return { draft: asker, marks: { token } };
    const task = decoded.kind === 'notification' ? taskOf(decoded.params) : undefined;
    return { draft: carrying ?? (task === undefined ? undefined : this.#byTask.get(task)) ?? this.#current() };
  }

  /** The words of an error are the answer; what is refused for want of authorization is told by its status. */
  #body({ x, t, raw = '', b64 }: HttpContentBody & { readonly t: number }): void {
    const draft = this.#carrying(x);
    const { head, step = false } = this.#exchanges.get(x) ?? {};
    const { status = 0 } = head ?? {};
    if (!draft || draft.done || status < 400 || REFUSED.includes(status) || step) return;
    draft.done = true;
    this.#put(draft, t, { do: 'message', payload: b64 === undefined ? { raw } : { b64 }, answers: true });
  }

  /** Messages of a subscription are outputs of the call that caused them, except for the first, which acknowledges it. */
  #ofSubscription(listen: Draft, decoded: Decoded): Decision {
    const subscription = listen.call.ids[0]?.key;
    const ends = decoded.kind === 'response' ? ({ answers: true } as const) : {};
    const completes = decoded.kind === 'response' ? listen : undefined;
    if (listen.outputs.length === 0 || subscription === undefined || this.#latest === listen)
      return { draft: listen, marks: ends, completes };
    return { draft: this.#current(), marks: { ...ends, subscription }, completes };
  }

  #nameless(decoded: Decoded): Draft | undefined {
    if (decoded.kind !== 'response' || decoded.key !== undefined) return undefined;
    return this.#latest.call.kind === 'text' || this.#latest.call.kind === 'batch' ? this.#latest : undefined;
  }

  #carrying(x: string | undefined): Draft | undefined {
    return x === undefined ? undefined : this.#byExchange.get(x);
  }

  #about(draft: Draft, task: string | undefined): void {
    if (task !== undefined) this.#byTask.set(task, draft);
  }

  /** What belongs to no call in particular came while this one was under way, or after it. */
  #current(): Draft {
    const isOver = ({ done, ops }: Draft): boolean =>
      done || ops.some((op) => GIVEN_UP.has(this.#log.operations.get(op)?.outcome));
    for (let last = this.#open.at(-1); last && isOver(last); last = this.#open.at(-1)) this.#open.pop();
    return this.#open.at(-1) ?? this.#latest;
  }

  #put(draft: Draft, t: number, action: MockAction): void {
    draft.outputs.push({ action, after: Math.max(0, t - draft.last), waitsFor: draft.answered });
    draft.answered = [];
    draft.last = t;
  }

  #isRefused({ x, outputs }: Draft): boolean {
    const status = this.#exchanges.get(x)?.head?.status;
    return status === 401 || (status === 403 && outputs.length === 0);
  }
}

function draftOf(
  call: ClientCall,
  { s, t, x }: Pick<MessageEvent, 's' | 't' | 'x'>,
  ops: readonly number[] = [],
): Draft {
  return {
    s,
    call,
    ops,
    outputs: [],
    last: t,
    unanswered: new Set(call.ids.map(({ key }) => key)),
    done: false,
    answered: [],
    ...defined({ x }),
  };
}

const isInitialize = ({ call: { kind, method } }: Draft): boolean => kind === 'request' && method === 'initialize';

function isResult({ payload }: MockMessage): boolean {
  return memberText(textOf(payload), ['result']) !== undefined;
}

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
