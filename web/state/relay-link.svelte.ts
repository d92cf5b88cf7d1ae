/**
 * The page's end of the relay protocol: one WebSocket that comes back by itself, asks for what it missed by sequence
 * number, and says in what state it is.
 */
import type { EventsHead, PageMessage, RelayMessage, SessionSummary } from '#shared/relay-protocol';
import { decodeFrame } from '#shared/relay-protocol';
import type { WireEvent } from '#shared/recording';

/**
 * `absent`: the page was not served by a relay. `unauthorised`: it was, but this browser has no cookie of this launch.
 * `lost`: the relay does not answer; it is tried again.
 */
export type LinkStatus = 'absent' | 'connecting' | 'open' | 'lost' | 'unauthorised';

export interface Watcher {
  /** Sequence number of the first event it does not have. */
  readonly next: () => number;
  readonly take: (events: readonly WireEvent[], head: EventsHead) => void;
}

type Reply = Extract<RelayMessage, { readonly request: number }>;
/** A `Omit` that keeps a union a union. */
type WithoutRequest<Message> = Message extends { readonly request: number } ? Omit<Message, 'request'> : never;

const RETRY = [200, 500, 1000, 2000];

export class RelayLink {
  status: LinkStatus = $state('connecting');
  sessions: readonly SessionSummary[] = $state.raw([]);
  /** What the relay last refused, for the page to show. */
  refused: Extract<RelayMessage, { type: 'refused' }> | undefined = $state.raw();
  /** Called when the list of sessions changed, and once on connecting. */
  onSessions: (sessions: readonly SessionSummary[]) => void = () => undefined;
  /** Called when recordings came, changed or went; only after they were asked for on this connection. */
  onRecordings: (change: Extract<RelayMessage, { type: 'recordings-changed' }>) => void = () => undefined;
  #socket: WebSocket | undefined;
  #watchers = new Map<string, Watcher>();
  #waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();
  #requests = 0;
  #tries = 0;

  constructor() {
    const servedBy = document.querySelector('meta[name="lifeline-served-by"]')?.getAttribute('content');
    if (servedBy === 'relay') void this.#connect();
    else this.status = 'absent';
  }

  /** Follow a session's events from where `watcher` says it stands, across lost connections. */
  watch(session: string, watcher: Watcher): void {
    this.#watchers.set(session, watcher);
    this.send({ type: 'watch', session, from: watcher.next() });
  }

  unwatch(session: string): void {
    if (this.#watchers.delete(session)) this.send({ type: 'unwatch', session });
  }

  /** Send a message; dropped when the link is down (what matters is asked for again on reconnecting). */
  send(message: PageMessage): boolean {
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
    const answer = await fetch('api/status')
      .then((response) => response.json() as Promise<{ authorised?: boolean }>)
      .catch(() => undefined);
    if (answer && !answer.authorised) this.status = 'unauthorised';
    if (!answer?.authorised) return this.#retry(answer === undefined);
    const address = new URL('api/socket', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = ({ data }: MessageEvent<string>) => this.#take(data);
    socket.onclose = () => {
      this.#socket = undefined;
      for (const { reject } of this.#waiting.values()) reject(new Error('relay-lost'));
      this.#waiting.clear();
      this.#retry(true);
    };
  }

  #retry(lost: boolean): void {
    if (lost) this.status = 'lost';
    const delay = RETRY[Math.min(this.#tries++, RETRY.length - 1)];
    setTimeout(() => void this.#connect(), delay);
  }

  #take(data: string): void {
    const frame = decodeFrame(data);
    if (frame.type === 'events') {
      this.#watchers.get(frame.head.session)?.take(frame.events, frame.head);
      return;
    }
    const { message } = frame;
    switch (message.type) {
      case 'welcome':
        this.#tries = 0;
        this.status = 'open';
        for (const [session, watcher] of this.#watchers) this.send({ type: 'watch', session, from: watcher.next() });
        this.#list(message.sessions);
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

  #settle(
    request: number,
    settle: (waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void }) => void,
  ): void {
    const waiting = this.#waiting.get(request);
    this.#waiting.delete(request);
    if (waiting) settle(waiting);
  }

  #list(sessions: readonly SessionSummary[]): void {
    this.sessions = sessions;
    this.onSessions(sessions);
  }
}
