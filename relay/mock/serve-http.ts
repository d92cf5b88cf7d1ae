/** A mock as a Streamable HTTP server (2025-11-25, basic/transports#streamable-http), on loopback only. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve, type LiveCall, type MockOptions, type MockPlan, type Usage } from '#shared/mock';
import { refuseStranger } from '../access/index.ts';
import { listenNear, stopListening } from '../base/index.ts';
import type { HttpClient } from './http-client.ts';
import { HttpClients, type NoClient } from './http-clients.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const PATH = '/mcp';

export interface HttpMock {
  readonly url: string;
  /** Resolves with the exit code when the recorded server ends. */
  readonly ended: Promise<number>;
  close(): Promise<void>;
}

/** Serve on `port` (0: any) or the next free one. `begin` gets calls, `usage` what they used. Rejects if it can't. */
export async function serveHttp(
  plan: MockPlan,
  options: MockOptions,
  port: number,
  say: (sentence: string) => void,
  begin: (call: LiveCall) => void = () => undefined,
  usage?: Usage,
): Promise<HttpMock> {
  let listening = 0;
  let ended: (code: number) => void = () => undefined;
  const end = new Promise<number>((resolve) => (ended = resolve));
  const clients = new HttpClients(serve(plan, options, usage), { say, begin, exit: (code) => ended(code) });

  const post = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const body = await bodyOf(request, MAX_BODY_BYTES);
    if (body === 'cut') return;
    if (body === 'too-long') return void response.writeHead(413, { Connection: 'close' }).end();
    const client = clients.forPost(body.text, sessionOf(request), path);
    if ('status' in client) return refuse(response, client);
    const call = client.post(body.text, response);
    // A session begins with the answer; where there was a refusal, or it was forgotten, the client has to begin again.
    const isOver = call?.method === 'initialize' ? !call.opens : call?.http?.status === 404;
    if (plan.sessions && isOver && client.beginsAgain) clients.release(client);
  };
  const remove = (client: HttpClient | NoClient, response: ServerResponse): void => {
    if ('status' in client) return refuse(response, client);
    const status = plan.deleted ?? (plan.sessions ? 200 : 405);
    if (status === 405) return notAllowed(response);
    if (status < 400) clients.end(client);
    response.writeHead(status >= 200 && status <= 599 ? status : 500).end();
  };

  const server = await listenNear(port, (request, response) => {
    // Whoever breaks off says so here; there is nobody left to tell.
    response.on('error', () => undefined);
    const refusal = refuseStranger(request, { port: listening, host: 'localhost' });
    if (refusal) return void response.writeHead(refusal.status).end();
    const [path = ''] = (request.url ?? '').split('?', 1);
    // Documents of authorization, above all, are not here.
    if (path !== PATH && !path.startsWith(`${PATH}/`)) return void response.writeHead(404).end();
    if (request.method === 'POST') return void post(request, response, path);
    if (request.method !== 'GET' && request.method !== 'DELETE') return notAllowed(response);
    const client = clients.forSession(sessionOf(request), path);
    if (request.method === 'DELETE') return remove(client, response);
    if ('status' in client) return refuse(response, client);
    const last = request.headers['last-event-id'];
    if (!client.get(response, typeof last === 'string' ? last : undefined)) notAllowed(response);
  });
  listening = server.port;
  return {
    url: `http://127.0.0.1:${server.port}${PATH}`,
    ended: end,
    close: async () => {
      clients.close();
      await stopListening(server);
    },
  };
}

function sessionOf({ headers }: IncomingMessage): string | undefined {
  const session = headers['mcp-session-id'];
  return typeof session === 'string' ? session : undefined;
}

function refuse(response: ServerResponse, { status, json }: NoClient): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(json);
}

function notAllowed(response: ServerResponse): void {
  response.writeHead(405, { Allow: 'POST, DELETE' }).end();
}

/** Its text; `too-long` when it has more bytes than `limit`; `cut` when the client left before its end. Never rejects. */
function bodyOf(request: IncomingMessage, limit: number): Promise<{ readonly text: string } | 'too-long' | 'cut'> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) return void chunks.push(chunk);
      chunks = [];
      // What is a little too long is read to its end: a client that still writes when the connection closes gets no answer.
      if (length > 2 * limit) resolve('too-long');
    });
    request.on('end', () => resolve(length > limit ? 'too-long' : { text: Buffer.concat(chunks).toString() }));
    request.on('error', () => resolve('cut'));
    request.on('close', () => resolve('cut'));
  });
}
