/** Commands of a page to taps, each over its own connection, so that a tap notices when the page is gone and forwards everything. */
import { connect, type Socket } from 'node:net';
import { isObject, parsedJson } from '#shared/jsonrpc';
import { wrongCommand, type TapCommand } from '#shared/tap';
import type { Session } from '../sessions/index.ts';
import { LineSplitter } from '../stdio/index.ts';
import { controlOf } from '../recording/index.ts';

export class TapCommands {
  readonly #sockets = new Map<string, Socket>();
  readonly #refused: (session: string, detail: string) => void;

  constructor(refused: (session: string, detail: string) => void) {
    this.#refused = refused;
  }

  /** Forward a valid command. Gives why it can't be sent. */
  send({ id, recording }: Pick<Session, 'id' | 'recording'>, command: TapCommand): string | undefined {
    const [wrong] = wrongCommand(command, []);
    if (wrong) return wrong.why;
    const socket = this.#sockets.get(id) ?? this.#connect(id, recording.path);
    if (!socket) return 'no tap that takes commands writes this session';
    socket.write(`${JSON.stringify({ recording: recording.header.id, command })}\n`);
    return undefined;
  }

  /** The page is gone: everything that waits for it is forwarded. */
  stop(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
    this.#sockets.clear();
  }

  #connect(id: string, path: string): Socket | undefined {
    const control = controlOf(path);
    if (control === undefined) return undefined;
    const socket = connect(control);
    const splitter = new LineSplitter();
    this.#sockets.set(id, socket);
    socket.on('data', (data) => {
      for (const { bytes } of splitter.push(data)) {
        const answer = parsedJson(bytes.toString());
        if (isObject(answer) && typeof answer['refused'] === 'string') this.#refused(id, answer['refused']);
      }
    });
    socket.on('error', ({ message }) => this.#refused(id, message));
    socket.once('close', () => {
      if (this.#sockets.get(id) === socket) this.#sockets.delete(id);
    });
    return socket;
  }
}
