/** One page: carries out what it asks and sends what it watches. */
import type { RawData, WebSocket } from 'ws';
import { defined, errorText } from '#shared/base';
import type { PageMessage, RefusalCode, RelayMessage } from '#shared/relay-protocol';
import { preflight } from '../http/index.ts';
import type { LibraryChange } from '../library/index.ts';
import type { Session, Sessions } from '../sessions/index.ts';
import type { Values } from '../values/index.ts';
import { parsePageMessage } from './parse.ts';
import { Pump } from './pump.ts';
import { TapCommands } from './tap-commands.ts';

type SessionMessage = Extract<PageMessage, { readonly session: string }>;

export class Tab {
  readonly #socket: WebSocket;
  readonly #sessions: Sessions;
  readonly #values: Values;
  readonly #origin: string;
  readonly #pump: Pump;
  readonly #taps: TapCommands;
  /** True once the page has requested the recordings, and gets their changes. */
  #listed = false;
  /** The latest requested position of each session whose recording is still being looked up. */
  readonly #finding = new Map<string, number>();

  constructor(socket: WebSocket, sessions: Sessions, values: Values, origin: string) {
    this.#socket = socket;
    this.#sessions = sessions;
    this.#values = values;
    this.#origin = origin;
    this.#pump = new Pump(socket, (session, detail) => this.#refuse('failed', detail, { session }));
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    this.#taps = new TapCommands((session, detail) => this.#refuse('failed', detail, { session }));
    socket.on('close', () => {
      this.#pump.stop();
      this.#taps.stop();
      this.#sessions.ofPages.letGo(this);
    });
    // A broken socket also closes, which is handled.
    socket.on('error', () => {});
  }

  tell(message: RelayMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    // A long message can fill the socket, too.
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
      const { session, request } = message as { readonly session?: string; readonly request?: number };
      this.#refuse('failed', errorText(error), session === undefined ? { request } : { session });
    });
  }

  async #perform(message: PageMessage): Promise<void> {
    const { library, ofPages, kept } = this.#sessions;
    const done = (ids: readonly string[] = []): void => {
      if ('request' in message) this.tell({ type: 'done', request: message.request, ids });
    };
    switch (message.type) {
      case 'ping':
        return this.tell({ type: 'pong', n: message.n });
      case 'open': {
        const session = this.#sessions.open({ ...message, origin: this.#origin });
        return this.tell({ type: 'opened', request: message.request, session: session.summary() });
      }
      case 'recordings': {
        const recordings = await library.list();
        this.#listed = true;
        return this.tell({ type: 'recordings', request: message.request, recordings, library: library.state });
      }
      case 'preflight': {
        const { request } = message;
        const result = await preflight(message);
        if (!result.ok) return this.#refuse('unreachable', result.detail, { request });
        const { actual } = result;
        return this.tell({ type: 'preflight', request, ...result.preflight, ...defined({ actual }) });
      }
      case 'describe-recording':
        library.describe(message.recording, message.meta);
        return done([message.recording]);
      case 'delete-recordings':
        return done(library.remove(message.ids));
      case 'restore-recordings':
        return done(await library.restore(message.ids));
      case 'empty-trash':
        library.emptyTrash();
        return done();
      case 'retention':
        await library.keepFor(message.retention);
        return done();
      case 'note':
        await this.#sessions.annotate(message.recording, message.at, message.text);
        return done([message.recording]);
      case 'keep-recording':
        ofPages.add(message, this, library);
        return done([message.header.id]);
      case 'read-masks': {
        // Comparisons, and files of hosts, are loaded when a page needs them.
        const { readMasksText } = await import('../masks/index.ts');
        const text = readMasksText(await library.pathOf(message.recording));
        return this.tell({ type: 'masks', request: message.request, ...defined({ text }) });
      }
      case 'write-masks':
        (await import('../masks/index.ts')).writeMasksText(await library.pathOf(message.recording), message.text);
        return done([message.recording]);
      case 'read-values':
        return this.tell({ type: 'values', request: message.request, values: this.#values.all() });
      case 'write-values':
        await this.#values.change(message.values, message.lasting);
        return done();
      case 'authorizations': {
        const { request, forget, network } = message;
        const revoked = forget === undefined ? undefined : await this.#sessions.forgetAuthorization(forget, network);
        const authorizations = kept.list().map(({ id, grant }) => ({
          id,
          server: grant.resource,
          issuer: grant.issuer,
          scopes: grant.granted ?? grant.asked ?? '',
        }));
        return this.tell({ type: 'authorizations', request, authorizations, ...defined({ revoked }) });
      }
      case 'hosts': {
        const { request, changes, write } = message;
        const { changeHosts } = await import('../tap/install/index.ts');
        return this.tell({ type: 'hosts', request, ...changeHosts(changes, write, process.env) });
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

  tellChange(change: LibraryChange): void {
    if (this.#listed) this.tell({ type: 'recordings-changed', ...change });
  }

  async #watch(id: string, from: number): Promise<void> {
    this.#finding.set(id, from);
    const session = this.#sessions.get(id) ?? (await this.#sessions.find(id));
    // The page may have requested something else while the recording was read.
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
    if (message.type === 'tap') {
      const why = this.#taps.send(session, message.command);
      if (why !== undefined) this.#refuse('failed', why, { session: session.id });
      return;
    }
    if (!host) return this.#refuse('session-over', '', { session: session.id });
    switch (message.type) {
      case 'send':
        return host.send(message.text, message.by ?? 'user', message);
      case 'cancel':
        return host.cancel(message.op, message.reason, message.by ?? 'user');
      case 'authorized':
        return void this.#sessions.consents.answer(session.id, message.callback);
      case 'listen':
        return host.listen();
      case 'policy':
        return this.#sessions.setPolicy(session, message.policy);
      case 'close':
        void host.close('closed-by-user');
    }
  }

  #refuse(
    code: RefusalCode,
    detail: string,
    place: { readonly request?: number | undefined; readonly session?: string | undefined } = {},
  ): void {
    this.tell({ type: 'refused', ...defined({ request: place.request, session: place.session }), code, detail });
  }
}
