/**
 * Where whoever owns the tap commands it: a socket that nobody else can open. Each line is `{"command": …}`, and is answered by a line,
 * `{}` or `{"refused": why}`; the next one is read after that. Orders last as long as the connection over which they came.
 */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { defined } from '#shared/base';
import { isObject, parsedJson } from '#shared/jsonrpc';
import { wrongCommand, type TapCommand } from '#shared/tap';
import { LineSplitter } from '../../stdio/index.ts';
import { FILE } from '../judge/index.ts';
import type { Word } from './copy.ts';
import { TAPS } from './spool.ts';

/** Some systems truncate longer addresses of sockets. */
const MAX_PATH_BYTES = 100;
const MAX_COMMAND_BYTES = 256 * 1024 * 1024;
const ENDING = '.sock';
const MAX_CONTROLLER_COUNT = 2 ** 32;

export interface Known {
  /** The tap's number for event `at` of a recording; undefined when that message does not wait. */
  readonly keyOf: (at: number, recording: string | undefined) => number | undefined;
  /** The exchange that brings a person's message to the server or the client of a recording, over HTTP. */
  readonly wayTo?: (side: 'server' | 'client', recording: string | undefined) => number | undefined;
}

export class Control {
  readonly #server: Server;
  readonly #tell: (word: Word) => void;
  readonly #known: Known;
  readonly #controllers = new Map<number, { readonly socket: Socket; next: () => void }>();
  #last: number;
  #folder: string | undefined;

  /** `before`: how many recorders of this tap ended, so that controllers never share a number with earlier ones. */
  constructor(tell: (word: Word) => void, known: Known, before: number) {
    this.#last = FILE + before * MAX_CONTROLLER_COUNT;
    this.#tell = tell;
    this.#known = known;
    this.#server = createServer((socket) => this.#serve(socket));
    this.#server.unref();
  }

  /** The socket's address, in this folder if possible; undefined when the system gives none. */
  async listen(folder: string): Promise<string | undefined> {
    try {
      const { path, made } = placeIn(folder);
      this.#folder = made;
      await new Promise<void>((resolve, reject) => {
        this.#server.once('error', reject);
        this.#server.listen(path, resolve);
      });
      if (process.platform !== 'win32') chmodSync(path, 0o600);
      this.#server.on('error', () => undefined);
      return path;
    } catch {
      return undefined;
    }
  }

  answered(controllerId: number, refused: string | undefined): void {
    const given = this.#controllers.get(controllerId);
    given?.socket.write(`${JSON.stringify(refused === undefined ? {} : { refused })}\n`);
    given?.next();
  }

  close(): void {
    this.#server.close();
    for (const { socket } of this.#controllers.values()) socket.destroy();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #serve(socket: Socket): void {
    const controllerId = ++this.#last;
    const splitter = new LineSplitter(MAX_COMMAND_BYTES);
    const lines: Buffer[] = [];
    let isBusy = false;
    const next = (): void => {
      for (isBusy = false; !isBusy;) {
        const line = lines.shift();
        if (!line) return void socket.resume();
        const word = this.#read(controllerId, line);
        isBusy = typeof word !== 'string';
        if (typeof word === 'string') socket.write(`${JSON.stringify({ refused: word })}\n`);
        else this.#tell(word);
      }
    };
    this.#controllers.set(controllerId, { socket, next });
    socket.on('data', (bytes) => {
      for (const { bytes: line, unterminated } of splitter.push(bytes))
        if (unterminated) socket.destroy();
        else lines.push(line);
      if (lines.length > 0) socket.pause();
      if (!isBusy) next();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#controllers.delete(controllerId);
      this.#tell({ is: 'gone', controllerId });
    });
  }

  #read(controllerId: number, line: Buffer): Word | string {
    const value = parsedJson(line.toString());
    if (!isObject(value)) return 'a command is an object';
    const [wrong] = wrongCommand(value['command'], ['command']);
    if (wrong) return wrong.why;
    const command = value['command'] as TapCommand;
    const recording = typeof value['recording'] === 'string' ? value['recording'] : undefined;
    if (command.type === 'orders') return { is: 'command', controllerId, command };
    if (command.type === 'inject')
      return { is: 'command', controllerId, command, ...defined({ x: this.#known.wayTo?.(command.to, recording) }) };
    const key = this.#known.keyOf(command.at, recording);
    return key === undefined
      ? `event ${command.at} is not a message waiting at the tap`
      : { is: 'verdict', controllerId, key, verdict: command.verdict };
  }
}

/** An address that no other user can reach; `made` is a folder for it alone. Throws when there is none. */
function placeIn(folder: string): { readonly path: string; readonly made?: string } {
  const name = randomBytes(10).toString('hex');
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\lifeline-${name}` };
  const within = join(folder, TAPS);
  const path = join(within, `${name}${ENDING}`);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES || !isOwn(within)) {
    const made = mkdtempSync(join(tmpdir(), 'lifeline-'));
    return { path: join(made, `tap${ENDING}`), made };
  }
  forgetOld(within);
  return { path };
}

/** Makes the folder if need be; true when it is there, and private to its owner. */
function isOwn(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { mode, uid } = lstatSync(folder);
    return (mode & 0o077) === 0 && uid === process.getuid?.();
  } catch {
    return false;
  }
}

/** Remove sockets of killed taps, which refuse connections. */
function forgetOld(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(ENDING))) {
    const path = join(folder, name);
    const socket = connect(path, () => socket.destroy());
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') rmSync(path, { force: true });
    });
    socket.unref();
  }
}
