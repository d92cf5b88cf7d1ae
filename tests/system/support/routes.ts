/** The three ways to a server: a process behind the relay, HTTP through the relay, HTTP from the host itself. */
import { onTestFinished } from 'vitest';
import { requestText, type Policy } from '#shared/driver';
import { decodeText, isObject } from '#shared/jsonrpc';
import type { ConnectionBody } from '#shared/recording';
import type { Operation } from '#shared/session';
import { PROGRAM } from '../../../relay/base/program.ts';
import { SDK_V1, SDK_V2, type RunningServer } from '../../fixtures/start.ts';
import { eventually, HANDSHAKE } from '../../relay/support/page.ts';
import { openDirect, type Hosted } from './direct.ts';
import { http, Session } from './session.ts';
import { expectWhole } from './whole.ts';

/** The policy under which the program finds the era out, however long a busy machine takes to start the server. */
export const AUTO: Partial<Policy> = { ...HANDSHAKE, revision: 'auto', probeMs: 45_000 };

/** Open a session to a program that speaks stdio: a script of Node, or `command` with everything as its arguments. */
export async function openProcess(
  script: string,
  args: readonly string[],
  policy: Partial<Policy> = AUTO,
  { command = process.execPath, env = {} }: { command?: string; env?: { readonly [name: string]: string } } = {},
): Promise<Hosted> {
  const all = script === '' ? args : [script, ...args];
  const spec = { transport: 'stdio', command, args: all, env } as const;
  return hosted(await Session.open(spec, { policy }));
}

/** Open a session to an HTTP server, which ends with the test. */
export async function openHttp(
  route: 'relay' | 'direct',
  server: Pick<RunningServer, 'url' | 'close'>,
  policy: Partial<Policy> = AUTO,
): Promise<Hosted> {
  onTestFinished(() => server.close());
  return route === 'direct' ? openDirect(server.url, policy) : hosted(await Session.open(http(server.url), { policy }));
}

function hosted(session: Session): Hosted {
  return {
    get log() {
      return session.log;
    },
    send: (text) => session.send(text),
    cancel: (op) => session.page.send({ type: 'cancel', session: session.id, op, reason: 'test' }),
    setPolicy: (policy) => session.setPolicy(policy),
    end: async () => {
      await session.end();
      expectWhole(session);
    },
  };
}

/** The programs of the SDK fixtures as `openProcess` takes them. */
export const V2 = (mode: string) => [SDK_V2, ['--mode', mode]] as const;
export const V1 = [SDK_V1, []] as const;

/** What the session said of eras, in order: reason and revision. */
export function verdicts({ log }: Hosted): string[] {
  return [...log.events]
    .filter((event): event is typeof event & ConnectionBody => event.k === 'connection' && event.event === 'era')
    .map(({ reason, detail }) => `${reason} ${detail}`);
}

/** Resolves when every list that the server declares is read. */
export function discovered(session: Hosted): Promise<unknown> {
  return eventually(() => session.log.state.phase === 'operation');
}

/** Call a method as the page does, and wait for the end of the operation. */
export async function call(session: Hosted, method: string, params: object, policy = AUTO): Promise<Operation> {
  const { state } = session.log;
  const op = state.operations;
  const facts = { state, policy: { ...HANDSHAKE, ...policy }, client: PROGRAM };
  session.send(requestText(facts, method, JSON.stringify(params)));
  return eventually(() => {
    const operation = session.log.operations.find(
      (each) => each.index >= op && each.method === method && each.by === 'user',
    );
    return operation?.closed === undefined ? undefined : operation;
  });
}

/** The result or error that ended an operation. */
export function answerOf({ log }: Hosted, operation: Operation): { readonly [name: string]: unknown } {
  const event = log.event(operation.closed ?? -1);
  const decoded = event?.k === 'message' ? decodeText(event.raw ?? '') : undefined;
  const value = decoded?.kind === 'response' ? (decoded.result ?? decoded.error) : undefined;
  return isObject(value) ? value : {};
}

/** The text of a tool's first content block. */
export function textOf(session: Hosted, operation: Operation): string {
  const content = answerOf(session, operation)['content'];
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return isObject(first) ? String(first['text']) : '';
}
