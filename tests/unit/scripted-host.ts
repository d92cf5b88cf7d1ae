/** A session host over a transport that a test writes the other side of. */
import { vi } from 'vitest';
import { DEFAULT_POLICY, SessionHost, type AskModel, type Policy } from '#shared/driver';
import type { EventBody, HeaderPairs } from '#shared/recording';
import { SessionLog } from '#shared/session';
import type { CloseOptions, Emit, OpenOptions, SendOptions, Transport } from '#shared/transport';
import { result, s2c } from './script.ts';

/** Resolves once `check` does not throw. Long, because a busy machine may be slow; what is waited for comes at once. */
export const eventually = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 30_000, interval: 2 });

/** A transport that writes down what it is told and reports what the test says. */
export class Scripted implements Transport {
  readonly sent: unknown[] = [];
  readonly texts: string[] = [];
  readonly headers: (HeaderPairs | undefined)[] = [];
  readonly closed: CloseOptions[] = [];
  readonly emit: Emit;
  /** Exchanges ended from this side. */
  readonly aborted: string[] = [];
  /** With it, messages go in HTTP exchanges `x1`, `x2`, … */
  exchanges: number | undefined;
  restartOnExit = (): boolean => false;

  constructor(emit: Emit) {
    this.emit = emit;
  }
  open(options?: OpenOptions): void {
    this.restartOnExit = options?.restartOnExit ?? (() => false);
    this.emit([
      { k: 'connection', event: 'opening' },
      { k: 'connection', event: 'open' },
    ]);
  }
  send(text: string, options: SendOptions): void {
    const { by, headers, http, form } = options;
    this.texts.push(text);
    this.sent.push(JSON.parse(text));
    this.headers.push(http?.headers ?? headers);
    if (this.exchanges === undefined) return this.emit([{ k: 'message', dir: 'c2s', raw: text, by }]);
    const x = `x${++this.exchanges}`;
    const url = options.url ?? 'http://server/mcp';
    this.emit([
      { k: 'http', x, phase: 'request', method: 'POST', url, headers: headers ?? [] },
      { k: 'message', dir: 'c2s', raw: text, by, x, ...(form ? { form } : {}) },
    ]);
  }
  listen(headers: HeaderPairs): void {
    this.sent.push('listen');
    if (this.exchanges === undefined) return;
    const x = `x${++this.exchanges}`;
    this.emit([{ k: 'http', x, phase: 'request', method: 'GET', url: 'http://server/mcp', headers }]);
  }
  abort(x: string): void {
    this.aborted.push(x);
    this.emit([{ k: 'http', x, phase: 'end', by: 'client' }]);
  }
  close(options: CloseOptions): Promise<void> {
    this.closed.push(options);
    this.emit([{ k: 'connection', event: 'closed', reason: options.reason }]);
    return Promise.resolve();
  }
}

/** The transport that a session opened, once it has opened one. */
const only = (opened: readonly Scripted[]): Scripted => {
  const [transport] = opened;
  if (!transport) throw new Error('the host opened no transport');
  return transport;
};

/**
 * A session host over a scripted transport; it opens unless it is given a log to go on with. Without `now` (microseconds) its clock
 * counts how often it is looked at.
 */
export function host(
  policy: Partial<Policy> = {},
  log?: SessionLog,
  overHttp = false,
  now?: () => number,
  askModel?: AskModel,
) {
  const opened: Scripted[] = [];
  let clock = 0;
  const recorded: number[] = [];
  const session = new SessionHost({
    openTransport: (emit) => {
      const scripted = new Scripted(emit);
      opened.push(scripted);
      return scripted;
    },
    policy: { ...DEFAULT_POLICY, revision: '2025-11-25', listen: false, ...policy },
    client: { name: 'lifeline', version: '0' },
    log: log ?? new SessionLog(),
    now: now ?? (() => clock++),
    ...(askModel ? { askModel } : {}),
    record: (events) => recorded.push(...events.map(({ s }) => s)),
  });
  const transport = only(opened);
  /** Messages that came in one read, and what the session sent because of them. */
  const receive = (...messages: readonly (object | string)[]): unknown[] => {
    const from = transport.sent.length;
    transport.emit(messages.map((message): EventBody => s2c(message)));
    return transport.sent.slice(from);
  };
  if (overHttp) transport.exchanges = 0;
  if (!log) session.open();
  return { session, transport, receive, recorded };
}

export type Script = ReturnType<typeof host>;

/** No request runs out of time. */
export const NEVER: Policy['timeouts'] = { idleMs: 0, totalMs: 0, progressExtends: true };

/** The methods of what was sent; for what is not a message, what was done. */
export const methods = ({ transport }: Pick<Script, 'transport'>): unknown[] =>
  transport.sent.map((each) => (typeof each === 'string' ? each : (each as { method?: unknown }).method));

/** What the transport reports, one event at a time. */
export const feed = ({ transport }: Script, ...bodies: readonly EventBody[]): void =>
  bodies.forEach((body) => transport.emit([body]));

/** The answer to `initialize`. */
export const welcome = (id: number, capabilities: object = {}): object =>
  result(id, { protocolVersion: '2025-11-25', capabilities, serverInfo: {} });

/** A session of the handshake era over stdio; the next id is 2, or 3 when it reads its tools. */
export function legacy(policy: Partial<Policy> = {}, capabilities: object = {}): Script {
  const script = host({ timeouts: NEVER, ...policy });
  script.receive(welcome(1, capabilities));
  return script;
}

/** Another host over the same log, which has gone on with it; its exchanges are numbered from 101. */
export function resumed(log: SessionLog, policy: Partial<Policy> = {}): Pick<Script, 'session' | 'transport'> {
  const { session, transport } = host({ revision: 'auto', timeouts: NEVER, ...policy }, log, false, () => 0);
  transport.exchanges = 100;
  session.resume('page-reloaded');
  return { session, transport };
}
