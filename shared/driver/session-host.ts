/**
 * A session host: owns one transport, the log of what passed, and the driver's policy. The relay, the page (for direct
 * HTTP) and the command line each run it with their own transport and recorder. Views may come and go; it does not care.
 */
import { scanJson } from '#shared/jsonrpc';
import { sendsVersionHeader } from '#shared/mcp';
import type { Author, EventBody, HeaderPairs, WireEvent } from '#shared/recording';
import type { SessionState, StepNote } from '#shared/session';
import type { OpenTransport, Transport } from '#shared/transport';
import type { Policy } from './policy.ts';
import { react, type ClientInfo } from './react.ts';

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
  /** Called with every batch of events, in order, before any automatic step they cause is taken. */
  readonly record: (events: readonly WireEvent[]) => void;
}

export class SessionHost<Log extends HostLog = HostLog> {
  readonly log: Log;
  readonly #transport: Transport;
  readonly #options: HostOptions<Log>;
  #policy: Policy;
  #closed: Promise<void> | undefined;

  constructor(options: HostOptions<Log>) {
    this.#options = options;
    this.log = options.log;
    this.#policy = options.policy;
    this.#transport = options.openTransport((bodies) => this.#take(bodies));
  }

  get policy(): Policy {
    return this.#policy;
  }

  /** Start the transport. What follows is in the log. */
  open(): void {
    this.#transport.open();
  }

  /**
   * Go on with a session whose earlier host is gone, over a transport that can (HTTP). Exchanges that were open are over;
   * nothing is initialized again, because the log says what was agreed.
   */
  resume(reason: string): void {
    const lost = [...this.log.state.exchanges.keys()].map((x): EventBody => ({
      k: 'http',
      x,
      phase: 'end',
      by: 'client',
      error: reason,
    }));
    this.#take([...lost, { k: 'connection', event: 'resumed', reason }]);
    if (this.log.state.initialized && this.#policy.listen) this.listen();
  }

  /** Send exactly this text. `headers` replace the protocol's own on HTTP. Never throws and never repairs. */
  send(text: string, by: Author = 'user', headers?: HeaderPairs): void {
    this.#transport.send(text, { by, headers: headers ?? this.#protocolHeaders(text) });
  }

  /** Open the standalone GET stream, where the transport has one. */
  listen(): void {
    this.#transport.listen?.(this.#protocolHeaders());
  }

  /** Change the automatic steps from here on. */
  setPolicy(policy: Policy): void {
    this.#policy = policy;
  }

  /** End the session in the order the specification gives. Resolves when it is over. */
  close(reason: string): Promise<void> {
    const { httpSession, httpSessionLost } = this.log.state;
    // A session that the server has forgotten needs no end.
    const session = httpSessionLost ? undefined : httpSession;
    this.#closed ??= this.#transport.close({
      reason,
      ...(session === undefined ? {} : { deleteHeaders: this.#protocolHeaders() }),
    });
    return this.#closed;
  }

  /** Record something that did not pass the transport: a person's note. */
  note(body: EventBody): void {
    this.#take([body]);
  }

  #take(bodies: readonly EventBody[]): void {
    const t = this.#options.now();
    const events = bodies.map((body, index): WireEvent => ({ s: this.log.length + index, t, ...body }));
    const steps = events.map((event) => ({ event, note: this.log.append(event) }));
    this.#options.record(events);
    for (const { event, note } of steps) {
      if (!note) continue;
      for (const command of react(this.log.state, event, note, this.#policy, this.#options.client)) {
        if (command.do === 'send') this.send(command.text, 'auto');
        else if (command.do === 'listen') this.listen();
        else if (command.do === 'close') void this.close(command.reason);
        else {
          this.#take([
            {
              k: 'connection',
              event: 'problem',
              reason: command.reason,
              ...(command.detail === '' ? {} : { detail: command.detail }),
            },
          ]);
          void this.close(command.reason);
        }
      }
    }
  }

  /** Session and version headers as the state has them; `initialize` opens a new session, so it carries neither. */
  #protocolHeaders(text?: string): HeaderPairs {
    const { httpSession, revision } = this.log.state;
    if (text !== undefined && isInitialize(text)) return [];
    return [
      ...(httpSession === undefined ? [] : [['Mcp-Session-Id', httpSession] as const]),
      ...(revision !== undefined && sendsVersionHeader(revision) ? [['MCP-Protocol-Version', revision] as const] : []),
    ];
  }
}

/** True when the outermost `method` of a message text is `initialize`, whether the rest is valid or not. */
function isInitialize(text: string): boolean {
  if (!text.includes('"initialize"')) return false;
  const method = scanJson(text).members.findLast(({ key }) => key === 'method');
  return method !== undefined && text.slice(method.start, method.end) === '"initialize"';
}
