/** What a page does with its socket: speaks the relay's protocol and remembers what came. */
import { onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { DEFAULT_POLICY, type Policy } from '#shared/driver';
import type { MessageEvent, WireEvent } from '#shared/recording';
import {
  decodeFrame,
  type ConnectSpec,
  type EventsHead,
  type PageMessage,
  type RelayMessage,
  type SessionSummary,
} from '#shared/relay-protocol';
import '../../enter.mjs';
import { server } from './relay.ts';

/** Where a relay is and what a signed-in page holds. */
export interface Address {
  readonly port: number;
  readonly origin: string;
  readonly secrets: { readonly cookie: string; readonly key: string };
}

/** Long enough for a busy machine; nothing waits this long unless it fails. */
const PATIENCE = { timeout: 45_000, interval: 5 };

/** Resolves once `condition` gives something other than undefined, null or false. */
export function eventually<T>(condition: () => T): Promise<NonNullable<T>> {
  return vi.waitFor(() => {
    const value = condition();
    if (value === undefined || value === null || value === false) throw new Error(`not yet: ${condition.toString()}`);
    return value;
  }, PATIENCE);
}

export const cookieOf = ({ port, secrets }: Address): string => `lifeline_${port}=${secrets.cookie}`;

/** The headers of a signed-in page's requests. */
export const headersOf = (address: Address): { readonly Cookie: string; readonly 'X-Lifeline-Key': string } => ({
  Cookie: cookieOf(address),
  'X-Lifeline-Key': address.secrets.key,
});

/** The policy of a session that opens with the handshake at once. */
export const HANDSHAKE: Policy = { ...DEFAULT_POLICY, revision: '2025-11-25' };

/** The policy of a session in which nothing happens by itself. */
export const BY_HAND: Policy = { ...DEFAULT_POLICY, handshake: false, discover: false, listen: false };

/** A server script of these tests as a connection. */
export function script(name: string, args: readonly string[] = []): ConnectSpec {
  return { transport: 'stdio', command: process.execPath, args: [server(name), ...args], env: {} };
}

export class Page {
  readonly messages: RelayMessage[] = [];
  readonly heads: EventsHead[] = [];
  /** Events of each session, in the order in which they came. */
  readonly events = new Map<string, WireEvent[]>();
  readonly frameLengths: number[] = [];
  readonly #socket: WebSocket;
  #request = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#take(data.toString()));
  }

  /** Connect as the page that the relay serves would; resolves after the relay's welcome. */
  static async connect(address: Address): Promise<Page> {
    const protocols = ['lifeline', `key.${address.secrets.key}`];
    const socket = new WebSocket(`${address.origin.replace('http', 'ws')}/api/socket`, protocols, {
      origin: address.origin,
      headers: { Cookie: cookieOf(address) },
      perMessageDeflate: false,
    });
    const page = new Page(socket);
    onTestFinished(() => page.disconnect());
    await page.message('welcome');
    return page;
  }

  /** Break the connection as a closed tab does. */
  disconnect(): void {
    this.#socket.terminate();
  }

  /** Stop and go on reading, as a page whose main thread is busy does. */
  pause(): void {
    this.#socket.pause();
  }
  resume(): void {
    this.#socket.resume();
  }

  send(message: PageMessage): void {
    this.#socket.send(JSON.stringify(message));
  }
  sendRaw(text: string | Buffer): void {
    this.#socket.send(text);
  }

  /** The first message of this type that came, or that comes. */
  message<T extends RelayMessage['type']>(type: T): Promise<Extract<RelayMessage, { type: T }>> {
    return eventually(() =>
      this.messages.find((each): each is Extract<RelayMessage, { type: T }> => each.type === type),
    );
  }

  /** The latest list of sessions. */
  get sessions(): readonly SessionSummary[] {
    return this.messages.findLast((each) => 'sessions' in each)?.sessions ?? [];
  }

  /** Open a session and watch it from its beginning; gives its id. */
  async open(spec: ConnectSpec, policy: Policy = HANDSHAKE): Promise<string> {
    const request = ++this.#request;
    this.send({ type: 'open', request, spec, policy, title: 'test' });
    const opened = await eventually(() =>
      this.messages.find((each) => each.type === 'opened' && each.request === request),
    );
    if (opened.type !== 'opened') throw new Error('unreachable');
    this.watch(opened.session.id);
    return opened.session.id;
  }

  watch(session: string, from = 0): void {
    this.send({ type: 'watch', session, from });
  }

  say(session: string, message: object): void {
    this.send({ type: 'send', session, text: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  }

  of(session: string): readonly WireEvent[] {
    return this.events.get(session) ?? [];
  }

  /** The first event of a session for which `condition` holds, now or later. */
  event<E extends WireEvent>(session: string, condition: (event: WireEvent) => event is E): Promise<E>;
  event(session: string, condition: (event: WireEvent) => boolean): Promise<WireEvent>;
  event(session: string, condition: (event: WireEvent) => boolean): Promise<WireEvent> {
    return eventually(() => this.of(session).find(condition));
  }

  /** The server's answer to the request with this id. */
  answer(session: string, id: number): Promise<MessageEvent> {
    return this.event(
      session,
      (event): event is MessageEvent =>
        event.k === 'message' && event.dir === 's2c' && (event.raw ?? '').includes(`"id":${id},`),
    );
  }

  closed(session: string): Promise<WireEvent> {
    return this.event(session, (event) => event.k === 'connection' && event.event === 'closed');
  }

  #take(text: string): void {
    const frame = decodeFrame(text);
    if (frame.type === 'message') {
      this.messages.push(frame.message);
      return;
    }
    if (frame.type === 'unreadable') throw new Error(`the page can't read ${frame.detail}`);
    this.frameLengths.push(text.length);
    this.heads.push(frame.head);
    const events = this.events.get(frame.head.session) ?? [];
    this.events.set(frame.head.session, events);
    for (const event of frame.events) events.push(event);
  }
}
