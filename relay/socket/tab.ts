/** One page: carries out what it asks and sends what it watches. */
import type { RawData, WebSocket } from 'ws';
import type { PageMessage, RefusalCode, RelayMessage } from '#shared/relay-protocol';
import { preflight } from '../http/index.ts';
import type { Session, Sessions } from '../sessions/index.ts';
import { parsePageMessage } from './parse.ts';
import { Pump } from './pump.ts';

type SessionMessage = Extract<PageMessage, { readonly session: string }>;

export class Tab {
  readonly #socket: WebSocket;
  readonly #sessions: Sessions;
  readonly #origin: string;
  readonly #pump: Pump;
  /** The latest wish for each session whose recording is still being looked up. */
  readonly #finding = new Map<string, number>();

  /** `origin` is the page's own, as the guards let it through. */
  constructor(socket: WebSocket, sessions: Sessions, origin: string) {
    this.#socket = socket;
    this.#sessions = sessions;
    this.#origin = origin;
    this.#pump = new Pump(socket, (session, detail) => this.#refuse('failed', detail, { session }));
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', () => this.#pump.stop());
    // A broken socket also closes, which is all that matters.
    socket.on('error', () => {});
  }

  tell(message: RelayMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    // A long message can fill the socket too.
    this.#socket.send(JSON.stringify(message), this.#pump.drained);
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (isBinary) return this.#refuse('bad-message', 'binary frame');
    const parsed = parsePageMessage(data.toString());
    if (!parsed.ok) {
      const { detail, request, session } = parsed;
      return this.#refuse('bad-message', detail, { request, session });
    }
    const { message } = parsed;
    this.#perform(message).catch((error: unknown) => {
      const place = 'session' in message ? { session: message.session } : { request: message.request };
      this.#refuse('failed', error instanceof Error ? error.message : String(error), place);
    });
  }

  async #perform(message: PageMessage): Promise<void> {
    switch (message.type) {
      case 'open': {
        const session = this.#sessions.open({ ...message, origin: this.#origin });
        return this.tell({ type: 'opened', request: message.request, session: session.summary() });
      }
      case 'recordings': {
        const recordings = await this.#sessions.recordings();
        return this.tell({ type: 'recordings', request: message.request, recordings });
      }
      case 'preflight': {
        const { request, url, origin, headers } = message;
        const result = await preflight(url, origin, headers);
        if (!result.ok) return this.#refuse('unreachable', result.detail, { request });
        return this.tell({ type: 'preflight', request, status: result.status, headers: result.headers });
      }
      case 'watch':
        return this.#watch(message.session, message.from);
      case 'unwatch':
        this.#finding.delete(message.session);
        return this.#pump.unwatch(message.session);
      default: {
        const session = this.#sessions.get(message.session);
        if (!session) return this.#refuse('unknown-session', '', { session: message.session });
        return this.#performOn(session, message);
      }
    }
  }

  async #watch(id: string, from: number): Promise<void> {
    this.#finding.set(id, from);
    const session = this.#sessions.get(id) ?? (await this.#sessions.find(id));
    // The page may have changed its mind while the recording was read.
    if (this.#finding.get(id) !== from) return;
    this.#finding.delete(id);
    if (!session) return this.#refuse('unknown-session', '', { session: id });
    if (this.#socket.readyState === this.#socket.OPEN) this.#pump.watch(session, from);
  }

  #performOn(session: Session, message: Exclude<SessionMessage, { type: 'watch' | 'unwatch' }>): void {
    const { host } = session;
    if (message.type === 'forget') {
      if (!this.#sessions.forget(session)) this.#refuse('failed', 'the session is live', { session: session.id });
      return;
    }
    if (!host) return this.#refuse('session-over', '', { session: session.id });
    switch (message.type) {
      case 'send':
        return host.send(message.text, 'user', message);
      case 'cancel':
        return host.cancel(message.op, message.reason);
      case 'authorized':
        return void this.#sessions.consents.answer(session.id, message.callback);
      case 'listen':
        return host.listen();
      case 'policy':
        return this.#sessions.setPolicy(session, message.policy);
      case 'note': {
        const { at, text } = message.note;
        return host.note({ k: 'note', at, text });
      }
      case 'close':
        void host.close('closed-by-user');
    }
  }

  #refuse(
    code: RefusalCode,
    detail: string,
    place: { readonly request?: number | undefined; readonly session?: string | undefined } = {},
  ): void {
    this.tell({
      type: 'refused',
      ...(place.request === undefined ? {} : { request: place.request }),
      ...(place.session === undefined ? {} : { session: place.session }),
      code,
      detail,
    });
  }
}
