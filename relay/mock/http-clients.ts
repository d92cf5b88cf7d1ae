/**
 * The clients of a mock over HTTP, told apart by their sessions (2025-11-25, basic/transports#session-management), each with
 * progress of its own through the recording. Where there are no sessions (2026-07-28, or a server that gave none), those who
 * use the same address share one.
 */
import { randomUUID } from 'node:crypto';
import { readClientText, servedBySession, type Served } from '#shared/mock';
import { HttpClient, type ClientPort } from './http-client.ts';

/** Beyond it the least recently active one is forgotten. */
const MAX_CLIENT_COUNT = 1000;

/** Why nobody answers: a status, and an error for whoever reads the body. */
export interface NoClient {
  readonly status: 400 | 404;
  readonly json: string;
}

const refusal = (status: 400 | 404, message: string): NoClient => ({
  status,
  json: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message } }),
});
const NO_SESSION = refusal(400, 'Send the Mcp-Session-Id that came with the answer to initialize');
const GONE = refusal(404, 'Unknown session: start again with initialize');

export class HttpClients {
  readonly #served: Served;
  readonly #within: Served;
  readonly #port: ClientPort;
  /** Clients by their sessions or, where there are none, by the path that they use. */
  readonly #clients = new Map<string, HttpClient>();
  readonly #sessions = new Map<HttpClient, string>();
  /** Clients whose session is over, and for whom the recording goes on with another. */
  readonly #between: HttpClient[] = [];
  /** Recorded ids of sessions that were given. */
  readonly #given = new Set<string>();
  /** What is said without a session where there are sessions. */
  readonly #outside: HttpClient | undefined;

  constructor(served: Served, port: Omit<ClientPort, 'open'>) {
    this.#served = served;
    this.#port = { ...port, open: (client, recorded) => this.#open(client, recorded) };
    const { within, outside } = servedBySession(served);
    this.#within = within;
    if (served.plan.sessions) this.#outside = new HttpClient(outside, this.#port);
  }

  forPost(text: string, session: string | undefined, path: string): HttpClient | NoClient {
    if (!this.#outside) return this.#byPath(path);
    const { call } = readClientText(text);
    const begins = call?.kind === 'request' && call.method === 'initialize';
    if (session !== undefined) return this.#clients.get(session) ?? (begins ? this.#next() : GONE);
    if (begins) return this.#next();
    return call && this.#outside.knows(call) ? this.#outside : NO_SESSION;
  }

  /** Who listens, or ends its session. */
  forSession(session: string | undefined, path: string): HttpClient | NoClient {
    if (!this.#outside) return this.#byPath(path);
    return session === undefined ? NO_SESSION : (this.#clients.get(session) ?? GONE);
  }

  end(client: HttpClient): void {
    this.release(client);
    client.leave();
  }

  /** A session is over. Where the recording goes on with another, the next client that begins goes on there. */
  release(client: HttpClient): void {
    const session = this.#sessions.get(client);
    if (session !== undefined) this.#clients.delete(session);
    this.#sessions.delete(client);
    if (client.beginsAgain && !this.#between.includes(client)) this.#between.push(client);
  }

  close(): void {
    for (const client of this.#clients.values()) client.leave();
    this.#outside?.leave();
    this.#clients.clear();
  }

  #byPath(path: string): HttpClient {
    const client = this.#clients.get(path) ?? new HttpClient(this.#served, this.#port);
    this.#remember(path, client);
    return client;
  }

  #next(): HttpClient {
    return this.#between.shift() ?? new HttpClient(this.#within, this.#port);
  }

  /** The recorded id for the first who has it; nobody's session is to be taken for another's. */
  #open(client: HttpClient, recorded: string | undefined): string {
    const before = this.#sessions.get(client);
    if (before !== undefined) this.#clients.delete(before);
    const session =
      recorded !== undefined && /^[!-~]+$/.test(recorded) && !this.#given.has(recorded) ? recorded : randomUUID();
    if (recorded !== undefined) this.#given.add(recorded);
    this.#sessions.set(client, session);
    this.#remember(session, client);
    return session;
  }

  #remember(name: string, client: HttpClient): void {
    this.#clients.delete(name);
    this.#clients.set(name, client);
    const [oldest] = this.#clients;
    if (this.#clients.size > MAX_CLIENT_COUNT && oldest) {
      this.#clients.delete(oldest[0]);
      this.#sessions.delete(oldest[1]);
      oldest[1].leave();
    }
  }
}
