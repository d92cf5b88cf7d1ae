/** Raw bytes over a connection: what a client sends and gets, and what a server gets and sends. Each character is a byte. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A piece to send; `end` says no more, `reset` breaks off; a pattern is waited for in what came. */
export type Step = string | RegExp | 'end' | 'reset';

/** `HOST` in what is sent is name and port of whoever is asked. */
export interface RawCase {
  readonly client: readonly Step[];
  readonly server: readonly Step[];
  /** Status with which the tap refuses it. */
  readonly refused?: number;
  /** An armed tap gives what is in it chunks of its own. */
  readonly isFramedAnew?: true;
}

/** What one side got, and how that ended so far. */
export interface Got {
  text: string;
  end: 'open' | 'ended' | 'reset';
}

/** Do these steps over a socket; `got` is kept up to date. Resolves when all are done, or can't be done any more. */
export async function play(socket: Socket, steps: readonly Step[], host: string, got: Got): Promise<void> {
  const came = new EventTarget();
  const tell = (): boolean => came.dispatchEvent(new Event('came'));
  socket.on('data', (bytes: Buffer) => {
    got.text += bytes.toString('latin1');
    tell();
  });
  socket.on('end', () => {
    if (got.end === 'open') got.end = 'ended';
    tell();
  });
  socket.on('error', () => {
    got.end = 'reset';
    tell();
  });
  socket.on('close', tell);
  for (const step of steps) {
    if (socket.destroyed) return;
    if (step instanceof RegExp)
      while (!step.test(got.text)) {
        if (got.end !== 'open') return;
        await once(came, 'came');
      }
    else if (step === 'end') socket.end();
    else if (step === 'reset') socket.resetAndDestroy();
    else
      await new Promise<void>((resolve) => void socket.write(step.replaceAll('HOST', host), 'latin1', () => resolve()));
  }
}

/** A server that does what is written down for the case at hand; gives what it got over the latest connection. */
export async function rawServer(): Promise<{
  readonly host: string;
  readonly expect: (steps: readonly Step[]) => Got;
}> {
  let steps: readonly Step[] = [];
  let got: Got = { text: '', end: 'open' };
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    void play(socket, steps, '', got);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const each of sockets) each.destroy();
    server.close();
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    expect: (next) => {
      steps = next;
      return (got = { text: '', end: 'open' });
    },
  };
}

/** A client that does these steps; gives what it got, and its socket. */
export async function rawClient(
  host: string,
  steps: readonly Step[],
): Promise<{ readonly socket: Socket; readonly got: Got; readonly done: Promise<void> }> {
  const [hostname = '', port] = host.split(':');
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
  await once(socket, 'connect');
  const got: Got = { text: '', end: 'open' };
  return { socket, got, done: play(socket, steps, host, got) };
}
