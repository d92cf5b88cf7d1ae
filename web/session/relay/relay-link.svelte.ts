/** The page's end of the relay protocol: one WebSocket that comes back by itself and asks for what it missed. */
import { decodeFrame, missingEvents } from '#shared/relay-protocol';
import type { EventsHead, PageMessage, RelayMessage, SessionSummary } from '#shared/relay-protocol';
import type { WireEvent } from '#shared/recording';
import { Heartbeat, TURN_MS } from './heartbeat.ts';
import { relayAccess } from './relay-access.svelte.ts';

/**
 * `absent`: the page was not served by a relay. `unauthorised`: it was, but it has not cookie and key of this launch.
 * `silent`: the connection is there, but nothing comes back. `lost`: there is none; it is tried again. `gone`: another program has
 * the port of the relay that this page is of.
 */
export type LinkStatus = 'absent' | 'connecting' | 'open' | 'silent' | 'lost' | 'unauthorised' | 'gone';

export interface Watcher {
  readonly next: () => number;
  readonly take: (events: readonly WireEvent[], head: EventsHead) => void;
}

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}
type Reply = Extract<RelayMessage, { readonly request: number }>;
/** A `Omit` that keeps a union a union. */
type WithoutRequest<Message> = Message extends { readonly request: number } ? Omit<Message, 'request'> : never;

/** What a person pressed: none of it is dropped without a word. */
const PRESSED = ['send', 'cancel', 'authorized', 'listen', 'policy', 'close'] as const;
export type PressedMessage = Extract<PageMessage, { readonly type: (typeof PRESSED)[number] }>;

// A rerun or an exercise notices by itself when its session is cut off, and says so once.
const isPressed = (message: PageMessage): message is PressedMessage =>
  PRESSED.some((type) => type === message.type) &&
  !((message.type === 'send' || message.type === 'cancel') && message.by !== undefined);

const RETRY_DELAYS_MS = [200, 500, 1000, 2000];

export class RelayLink {
  status: LinkStatus = $state('connecting');
  sessions: readonly SessionSummary[] = $state.raw([]);
  refused: Extract<RelayMessage, { type: 'refused' }> | undefined = $state.raw();
  /** Called when the list of sessions changed, and once on connecting. */
  onSessions: (sessions: readonly SessionSummary[]) => void = () => undefined;
  /** Called when recordings came, changed or went; only after they were asked for on this connection. */
  onRecordings: (change: Extract<RelayMessage, { type: 'recordings-changed' }>) => void = () => undefined;
  /** Called with what a person pressed and the relay did not get; `maybe`: it was on its way when the connection broke. */
  onUnsent: (messages: readonly PressedMessage[], maybe: boolean) => void = () => undefined;
  /** Called with the beginning of a frame that can't be read. */
  onUnreadable: (detail: string) => void = () => undefined;
  /** How many of the messages that a person sent the relay has not taken for longer than usual. */
  waiting = $state(0);
  readonly #heartbeat = new Heartbeat<PressedMessage>((n) => this.#write({ type: 'ping', n }));
  #beating: ReturnType<typeof setInterval> | undefined;
  #socket: WebSocket | undefined;
  #watchers = new Map<string, Watcher>();
  #waiting = new Map<number, Waiting>();
  #requests = 0;
  #tries = 0;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const servedBy = document.querySelector('meta[name="lifeline-served-by"]')?.getAttribute('content');
    if (servedBy !== 'relay') {
      this.status = 'absent';
      return;
    }
    relayAccess.works = () => this.status === 'open';
    relayAccess.onKey = () => this.#connectSoon(0);
    relayAccess.start();
    void this.#connect();
  }

  /** What is sent to a relay that stands still waits in the connection, and the page says so. Reactive. */
  get connected(): boolean {
    return this.status === 'open' || this.status === 'silent';
  }

  /** Follow a session's events from where `watcher` says it stands, across lost connections. */
  watch(session: string, watcher: Watcher): void {
    this.#watchers.set(session, watcher);
    this.send({ type: 'watch', session, from: watcher.next() });
  }

  unwatch(session: string): void {
    if (this.#watchers.delete(session)) this.send({ type: 'unwatch', session });
  }

  /** Send, or drop while the link is down: `onUnsent` gets what a person did; reconnecting asks for the rest again. */
  send(message: PageMessage): boolean {
    const sent = this.#write(message);
    if (isPressed(message)) {
      if (sent) this.#heartbeat.sent(message);
      else this.onUnsent([message], false);
    }
    return sent;
  }

  #write(message: PageMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Send a message that has a reply. Rejects with the relay's sentence when it is refused or the link goes down. */
  ask<Type extends Reply['type']>(
    message: WithoutRequest<PageMessage>,
    _type: Type,
  ): Promise<Extract<Reply, { type: Type }>> {
    const request = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(request, { resolve: (reply) => resolve(reply as Extract<Reply, { type: Type }>), reject });
      if (!this.send({ ...message, request } as PageMessage)) {
        this.#waiting.delete(request);
        reject(new Error('relay-lost'));
      }
    });
  }

  async #connect(): Promise<void> {
    if (this.#socket) return;
    const turn = ++this.#turn;
    const standing = await relayAccess.standing();
    // Asked again meanwhile, with another key.
    if (turn !== this.#turn) return;
    if (standing === 'other' && location.hostname.endsWith('.localhost')) return void (this.status = 'gone');
    if (standing === 'unknown' || standing === 'other') {
      this.status = 'unauthorised';
      relayAccess.seek();
    }
    if (standing !== 'signed-in') return this.#retry(standing === 'unreachable');
    const address = new URL('api/socket', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address, relayAccess.protocols);
    this.#socket = socket;
    socket.onmessage = ({ data }: MessageEvent<string>) => this.#take(data);
    socket.onclose = () => {
      this.#socket = undefined;
      clearInterval(this.#beating);
      const lost = this.#heartbeat.end();
      this.waiting = 0;
      if (lost.length > 0) this.onUnsent(lost, true);
      for (const { reject } of this.#waiting.values()) reject(new Error('relay-lost'));
      this.#waiting.clear();
      this.#retry(true);
    };
  }

  #retry(lost: boolean): void {
    if (lost) this.status = 'lost';
    this.#connectSoon(RETRY_DELAYS_MS[Math.min(this.#tries++, RETRY_DELAYS_MS.length - 1)] ?? 0);
  }

  /** Connect after `delay` milliseconds, unless the link is up by then. A later call takes the place of an earlier one. */
  #connectSoon(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), delay);
  }

  #take(data: string): void {
    this.#heartbeat.heard();
    if (this.status === 'silent') this.status = 'open';
    const frame = decodeFrame(data);
    if (frame.type === 'events') return this.#takeEvents(frame.events, frame.head);
    if (frame.type === 'unreadable') return this.onUnreadable(frame.detail);
    const { message } = frame;
    switch (message.type) {
      case 'welcome':
        this.#tries = 0;
        this.status = 'open';
        this.#heartbeat.begin();
        this.#beating = setInterval(() => this.#beat(), TURN_MS);
        for (const [session, watcher] of this.#watchers) this.send({ type: 'watch', session, from: watcher.next() });
        this.#list(message.sessions);
        return;
      case 'pong':
        this.#heartbeat.confirmed(message.n);
        this.waiting = this.#heartbeat.waiting;
        return;
      case 'sessions':
        this.#list(message.sessions);
        return;
      case 'recordings-changed':
        this.onRecordings(message);
        return;
      case 'refused':
        if (message.request === undefined) this.refused = message;
        else this.#settle(message.request, ({ reject }) => reject(new Error(message.detail)));
        return;
      default:
        this.#settle(message.request, ({ resolve }) => resolve(message));
    }
  }

  /** Sequence numbers stay dense, so that what follows a frame that could not be read is shown all the same. */
  #takeEvents(events: readonly WireEvent[], head: EventsHead): void {
    const watcher = this.#watchers.get(head.session);
    if (!watcher) return;
    const missing = missingEvents(watcher.next(), head.from, events[0]?.t ?? 0);
    watcher.take(missing.length > 0 ? [...missing, ...events] : events, head);
  }

  #beat(): void {
    this.#heartbeat.turn();
    this.waiting = this.#heartbeat.waiting;
    if (this.#heartbeat.silent && this.status === 'open') this.status = 'silent';
  }

  #settle(request: number, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(request);
    this.#waiting.delete(request);
    if (waiting) settle(waiting);
  }

  #list(sessions: readonly SessionSummary[]): void {
    this.sessions = sessions;
    this.onSessions(sessions);
  }
}
