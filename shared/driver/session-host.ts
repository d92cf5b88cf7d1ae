/**
 * A session host: owns one transport, the log of what passed, and the driver's policy. The relay, the page (for direct
 * HTTP) and the command line each run it with their own transport and recorder. Views may come and go; it does not care.
 */
import { defined } from '#shared/base';
import {
  textOf,
  type Author,
  type EventBody,
  type HeaderPairs,
  type HttpBody,
  type MessageEvent,
  type WireEvent,
} from '#shared/recording';
import { isPassing, type SessionState, type StepNote } from '#shared/session';
import type { HttpDetails, OpenTransport, Transport } from '#shared/transport';
import type { Authorizer } from './authorizer.ts';
import { cancelSteps } from './cancel.ts';
import type { Command } from './command.ts';
import { Deadlines, MAX_TIMER_MS, type RequestLimits, type Timer } from './deadlines.ts';
import { ModelAnswers, type AskModel } from './model-answers.ts';
import { stepsInForce, type Policy } from './policy.ts';
import { protocolHeaders } from './protocol-headers.ts';
import { react } from './react.ts';
import { RefusalBodies } from './refusal-bodies.ts';
import { requestText, type ClientInfo } from './request.ts';
import { afterWait } from './streams.ts';

/** What a host needs of a log: the state, and what each event did. `SessionLog` and `SessionFold` are both one. */
export interface HostLog {
  readonly length: number;
  readonly state: Readonly<SessionState>;
  append(event: WireEvent): StepNote | undefined;
}

export interface HostOptions<Log extends HostLog> {
  readonly openTransport: OpenTransport;
  readonly policy: Policy;
  readonly client: ClientInfo;
  /** The log to append to: a fresh one, or one read back from storage to go on with. */
  readonly log: Log;
  /** Monotonic microseconds since the session began. */
  readonly now: () => number;
  /** Called with every batch of events, in order, before any automatic step that they cause. */
  readonly record: (events: readonly WireEvent[]) => void;
  /** Gets authorized where a server asks for it. */
  readonly authorizer?: Authorizer;
  /** Asks a language model, for sampling by an endpoint. */
  readonly askModel?: AskModel;
}

/** What of this program may send or cancel in the place of a person. */
export type ProgramAuthor = 'rerun' | 'exercise';

/** How one message is sent, where it differs from what the protocol and the policy say. */
export interface SendDetails {
  /** Absent is a person. */
  readonly by?: ProgramAuthor;
  /** A form made the message, and nobody wrote its text. */
  readonly form?: true;
  readonly http?: HttpDetails;
  readonly limits?: RequestLimits;
  /** base64 of the exact bytes to send; the text is what they read as, with U+FFFD for what is not UTF-8. */
  readonly b64?: string;
}

export class SessionHost<Log extends HostLog = HostLog> {
  readonly log: Log;
  readonly #transport: Transport;
  readonly #options: HostOptions<Log>;
  readonly #deadlines = new Deadlines((pending, limit, ms) => this.#take([{ k: 'timeout', at: pending.s, limit, ms }]));
  readonly #models: ModelAnswers;
  /** By what is waited for: a second wait for the same replaces the first. */
  readonly #timers = new Map<string, Timer>();
  /** Messages of exchanges that may be refused for want of authorization, and how they were sent. */
  readonly #refusable = new Map<string, { readonly event: MessageEvent; readonly details: SendDetails }>();
  readonly #refusalBodies = new RefusalBodies();
  /** Called after every batch. */
  readonly #waiters = new Set<() => void>();
  #policy: Policy;
  /** Of the message that is being sent. */
  #details: SendDetails = {};
  #closed: Promise<void> | undefined;
  /** No automatic step from here on. */
  #ending = false;

  constructor(options: HostOptions<Log>) {
    this.#options = options;
    this.log = options.log;
    this.#policy = options.policy;
    this.#models = new ModelAnswers(options.askModel, {
      state: () => this.log.state,
      perform: (commands) => this.#perform(commands),
      report: (body) => this.#report([body]),
    });
    this.#transport = options.openTransport((bodies) => this.#take(bodies));
  }

  get policy(): Policy {
    return this.#policy;
  }

  /** Start the transport. What follows is in the log. */
  open(): void {
    this.#transport.open({
      // A server that dies of the question which era it speaks has answered it.
      restartOnExit: () => this.log.state.probe !== undefined && this.log.state.era === undefined,
    });
  }

  /** Resume a session over a transport that can (HTTP). Open exchanges are over; nothing is initialized again: the log has it all. */
  resume(reason: string): void {
    const lost = [...this.log.state.exchanges.keys()].map((x): EventBody => ({
      k: 'http',
      x,
      phase: 'end',
      by: 'client',
      error: reason,
    }));
    // HTTP+SSE ends with its stream. Of what was lost nothing follows but the resumption itself.
    const over = this.log.state.endpoint !== undefined;
    this.#take([...lost, { k: 'connection', event: 'resumed', reason }], lost.length + (over ? 1 : 0));
    if (over) this.#perform([{ do: 'end', reason: 'stream-ended', detail: '' }]);
  }

  /** Send exactly this text. Never throws and never repairs. */
  send(text: string, by: Author = 'user', details: SendDetails = {}): void {
    const { http, b64, form } = details;
    const { endpoint } = this.log.state;
    const outer = this.#details;
    this.#details = details;
    this.#transport.send(text, {
      by,
      // Only HTTP has headers, and reading a long text for nothing takes its time.
      ...(http ? { http } : this.#transport.listen ? { headers: this.#protocolHeaders(text) } : {}),
      ...defined({ b64, form, url: endpoint?.url }),
    });
    this.#details = outer;
  }

  /** Cancel open operation `op` of the client, in the way of its revision and transport. */
  cancel(op: number, reason: string, by: Author = 'user'): void {
    const pending = [...this.log.state.pending.values()].find((each) => each.op === op);
    if (pending) this.#perform(cancelSteps(pending, reason), by);
  }

  /** Open a GET stream, where the transport has one: from event `lastEventId` on, or the standalone one. */
  listen(lastEventId?: string): void {
    this.#transport.listen?.([
      ...this.#protocolHeaders(),
      ...(lastEventId === undefined ? [] : [['Last-Event-ID', lastEventId] as const]),
    ]);
  }

  /** Change the automatic steps from here on. That other steps are in force is an event; before the session the opening says it. */
  setPolicy(policy: Policy): void {
    const before = stepsInForce(this.#policy).join(' ');
    this.#policy = policy;
    const steps = stepsInForce(policy);
    if (this.log.length > 0 && steps.join(' ') !== before) this.#report([{ k: 'connection', event: 'policy', steps }]);
  }

  /** End the session in the order the specification gives. Resolves when it is over. */
  close(reason: string): Promise<void> {
    this.#closed ??= this.#close(reason);
    return this.#closed;
  }

  /** Record something that did not pass the transport: a person's note. */
  note(body: EventBody): void {
    this.#take([body]);
  }

  async #close(reason: string): Promise<void> {
    const { state } = this.log;
    this.#ending = true;
    this.#stopTimers();
    if (state.connection === 'open') {
      const before = new Set(state.exchanges.keys());
      if (this.#policy.cancelOnClose)
        for (const pending of [...state.pending.values()]) this.#perform(cancelSteps(pending, 'The session ends'));
      if (this.#policy.goodbye && state.initialized)
        this.send('{"jsonrpc":"2.0","method":"notifications/closed"}', 'auto');
      const gone = (): boolean => [...state.exchanges.keys()].every((x) => before.has(x));
      if (!gone()) await this.#until(gone, 1000);
    }
    const { httpSession, httpSessionLost } = state;
    // A session that the server has forgotten needs no end.
    const session = httpSessionLost ? undefined : httpSession;
    await this.#transport.close({
      reason,
      ...(session === undefined ? {} : { deleteHeaders: this.#protocolHeaders() }),
    });
  }

  /** Resolves when a condition on the state holds, or after `limit` milliseconds. */
  #until(holds: () => boolean, limit: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiters.delete(look);
        resolve();
      };
      const timer = setTimeout(done, limit);
      const look = (): void => (holds() ? done() : undefined);
      this.#waiters.add(look);
    });
  }

  #stopTimers(): void {
    this.#deadlines.clear();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Take in what did not pass the transport, unless it comes after the end. */
  #report(bodies: readonly EventBody[]): void {
    if (this.log.state.connection !== 'closed') this.#take(bodies);
  }

  /** Take in what happened together. Automatic steps follow from the bodies from `reactsFrom` on. */
  #take(bodies: readonly EventBody[], reactsFrom = 0): void {
    const t = this.#options.now();
    const first = this.log.length;
    const events = bodies.map((body, index): WireEvent => {
      const event = { s: first + index, t, ...body };
      return event.k === 'connection' && event.event === 'opening'
        ? { ...event, steps: stepsInForce(this.#policy) }
        : event;
    });
    const notes = events.map((event) => this.log.append(event));
    for (const note of notes) if (note) this.#watch(note);
    this.#options.record(events);
    for (const [at, event] of events.entries()) {
      const note = notes[at];
      if (!note) continue;
      if (event.k === 'message' && event.dir === 'c2s' && event.x !== undefined && this.#options.authorizer)
        this.#refusable.set(event.x, { event, details: this.#details });
      this.#refusalBodies.add(event);
      if (!this.#ending && at >= reactsFrom && !isPassing(note))
        this.#perform(react(this.log.state, event, note, this.#policy, this.#options.client), 'auto', event);
      if (event.k === 'http' && event.phase === 'end') this.#refusable.delete(event.x);
    }
    if (this.log.state.connection === 'closed') this.#stopTimers();
    for (const look of [...this.#waiters]) look();
  }

  #watch(note: StepNote): void {
    for (const pending of note.continued ? [...note.opened, note.continued] : note.opened) {
      if (pending.dir === 's2c') this.#deadlines.ask(pending);
      const { probe, era } = this.log.state;
      // Where the person named the revision, silence tells nothing: a server that starts slowly is waited for like any other.
      const isProbe =
        this.#policy.revision === 'auto' &&
        era === undefined &&
        probe !== undefined &&
        probe.key === pending.key &&
        pending.by === 'auto';
      this.#deadlines.start(pending, this.#policy, isProbe, this.#details.limits);
    }
    for (const { pending } of note.closed) this.#deadlines.stop(pending.op);
    if (note.awaits) this.#deadlines.await(note.awaits.op);
    else if (note.touches !== undefined && !note.continued) this.#deadlines.extend(note.touches);
  }

  #perform(commands: readonly Command[], by: Author = 'auto', event?: WireEvent): void {
    for (const command of commands) this.#do(command, by, event);
  }

  #do(command: Command, by: Author, event?: WireEvent): void {
    switch (command.do) {
      case 'send':
        this.send(command.text, by);
        return;
      case 'request': {
        const { method, params, revision } = command;
        const facts = { state: this.log.state, policy: this.#policy, client: this.#options.client };
        this.send(requestText(facts, method, params, revision === undefined ? {} : { revision }), by);
        return;
      }
      case 'record':
        this.#take([command.body]);
        return;
      case 'listen':
        this.listen(command.lastEventId);
        return;
      case 'abort':
        this.#transport.abort?.(command.x);
        return;
      case 'wait': {
        if (this.#ending) return;
        const key = JSON.stringify(command.for);
        clearTimeout(this.#timers.get(key));
        const over = (): void => {
          this.#timers.delete(key);
          this.#perform(afterWait(this.log.state, command.for, this.#policy));
        };
        this.#timers.set(key, setTimeout(over, Math.min(command.ms, MAX_TIMER_MS)));
        return;
      }
      case 'model':
        this.#models.ask(command, this.#policy);
        return;
      case 'authorize':
        if (event?.k === 'http') void this.#authorize(event);
        return;
      case 'end':
        this.#take([
          {
            k: 'connection',
            event: 'problem',
            reason: command.reason,
            ...(command.detail === '' ? {} : { detail: command.detail }),
          },
        ]);
        void this.close(command.reason);
        return;
      case 'close':
        void this.close(command.reason);
    }
  }

  /** An exchange was refused: get authorized, then send again what it carried. */
  async #authorize({ x, status = 0, headers = [] }: HttpBody): Promise<void> {
    const exchange = this.log.state.exchanges.get(x);
    const refused = this.#refusable.get(x);
    if (!exchange || !this.#options.authorizer) return;
    const over = (): boolean => !this.log.state.exchanges.has(x);
    const end = async (): Promise<void> => {
      if (!over()) await this.#until(over, 5000);
    };
    this.#refusalBodies.begin(x);
    const body = async (): Promise<string> => {
      await end();
      return this.#refusalBodies.of(x);
    };
    const challenge = { url: exchange.url, status, headers, body };
    const granted = await this.#options.authorizer.authorize(challenge, (bodies) => this.#report(bodies));
    await end();
    this.#refusalBodies.end(x);
    if (!granted || this.#ending || this.log.state.connection !== 'open') return;
    if (refused) this.send(textOf(refused.event), refused.event.by, refused.details);
    else if (exchange.method === 'GET') this.listen(exchange.lastEventId);
  }

  #protocolHeaders(text?: string): HeaderPairs {
    return protocolHeaders(this.log.state, this.#policy, text);
  }
}
