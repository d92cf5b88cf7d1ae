/** The WebSocket endpoint: one connection for each tab, which gets the list of sessions and its changes. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { lastingOrigin } from '#shared/relay-protocol';
import { SUBPROTOCOL } from '../access/index.ts';
import { PROGRAM } from '../base/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Values } from '../values/index.ts';
import { Tab } from './tab.ts';

export const SOCKET_PATH = '/api/socket';
/** The largest frame of a page, in bytes: one message of any length a JavaScript string can have. */
const MAX_FRAME = 512 * 1024 * 1024;

export class Sockets {
  readonly #server: WebSocketServer;
  readonly #tabs = new Set<Tab>();
  readonly #sessions: Sessions;
  readonly #values: Values;
  readonly #launch: string;
  #broadcast = false;

  /** `Server` is that of ws, which only a relay loads; `launch` shows a page that it is connected to another relay than before. */
  constructor(Server: typeof WebSocketServer, sessions: Sessions, values: Values, launch: string) {
    this.#server = new Server({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: MAX_FRAME,
      // The other subprotocol that a page offers is its key, which must not be repeated.
      handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
    });
    this.#sessions = sessions;
    this.#values = values;
    this.#launch = launch;
    sessions.onChange(() => this.#scheduleBroadcast());
    sessions.library.onChange((change) => {
      for (const tab of this.#tabs) tab.tellChange(change);
    });
  }

  accept(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      const tab = new Tab(socket, this.#sessions, this.#values, lastingOrigin(request.headers.origin ?? ''));
      this.#tabs.add(tab);
      socket.on('close', () => this.#tabs.delete(tab));
      tab.tell({ type: 'welcome', version: PROGRAM.version, launch: this.#launch, sessions: this.#sessions.list() });
    });
  }

  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  #scheduleBroadcast(): void {
    if (this.#broadcast) return;
    this.#broadcast = true;
    setImmediate(() => {
      this.#broadcast = false;
      const sessions = this.#sessions.list();
      for (const tab of this.#tabs) tab.tell({ type: 'sessions', sessions });
    });
  }
}
