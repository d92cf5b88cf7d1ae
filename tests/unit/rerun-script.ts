/** Recordings written down in tests, and a run of one on a session whose server the test plays. */
import { SessionHost } from '#shared/driver';
import type { EventBody, HeldRecording as Recorded, RecordingHeader } from '#shared/recording';
import {
  planRerun,
  Rerun,
  rerunPolicy,
  type PlanOptions,
  type RerunOptions,
  type RerunPolicyOptions,
  type RerunResult,
} from '#shared/rerun';
import { SessionLog } from '#shared/session';
import type { Emit, Transport } from '#shared/transport';
import { toEvents } from './arbitraries.ts';
import { OPEN, result, s2c } from './script.ts';

export const HEADER: RecordingHeader = {
  mcprec: 1,
  id: 'recorded',
  title: 'recorded',
  startedAt: '2026-11-20T10:00:00.000Z',
  by: { name: 'mcp-lifeline', version: '0' },
  route: 'relay',
  connection: { transport: 'stdio', command: 'server', args: [] },
};

/** A recording of these events, ten milliseconds apart, that was closed in order. */
export const recordedOf = (...bodies: readonly EventBody[]): Recorded => ({
  header: HEADER,
  events: toEvents(bodies).map((event) => ({ ...event, t: event.s * 10_000 })),
  footer: { footer: true, events: bodies.length, reason: 'finished' },
});

/** What a server that a test plays says to one text of the client. */
export type Serve = (
  message: { readonly [member: string]: unknown } | undefined,
  text: string,
) => readonly (object | string)[];

/** Answers the handshake as `handshake()` of the scripts does, and leaves the rest to `serve`. */
const withHandshake =
  (serve: Serve): Serve =>
  (message, text) =>
    message?.['method'] === 'initialize'
      ? [
          result(message['id'], {
            protocolVersion: (message['params'] as { readonly protocolVersion: string }).protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name: 'server', version: '2' },
          }),
        ]
      : message?.['method'] === 'notifications/initialized'
        ? []
        : serve(message, text);

/** The message of a text, or undefined for what is none. */
function messageOf(text: string): { readonly [member: string]: unknown } | undefined {
  try {
    return JSON.parse(text) as { readonly [member: string]: unknown };
  } catch {
    return undefined;
  }
}

/** Run a recording against a server that a test plays. Gives what was sent, in order, and what came of it. */
export async function runAgain(
  recorded: Recorded,
  serve: Serve,
  options: Partial<RerunOptions> = {},
  policy: RerunPolicyOptions = {},
  planned: PlanOptions = {},
): Promise<{ readonly sent: readonly string[]; readonly run: RerunResult }> {
  const plan = planRerun(recorded, planned);
  const sent: string[] = [];
  const log = new SessionLog();
  const listeners = new Set<() => void>();
  const answer = withHandshake(serve);
  let clock = 0;
  const client = { name: 'lifeline', version: '0' };
  const openTransport = (emit: Emit): Transport => ({
    open: () => emit(OPEN),
    send: (text, { by, b64 }) => {
      sent.push(text);
      emit([{ k: 'message', dir: 'c2s', ...(b64 === undefined ? { raw: text } : { b64 }), by }]);
      setImmediate(() => {
        const bodies = answer(messageOf(text), text).map((each) => s2c(each));
        if (bodies.length > 0) emit(bodies);
      });
    },
    close: ({ reason }) => {
      emit([{ k: 'connection', event: 'closed', reason }]);
      return Promise.resolve();
    },
  });
  const host = new SessionHost({
    openTransport,
    policy: rerunPolicy(plan, policy),
    client,
    log,
    now: () => clock++,
    record: () => void setImmediate(() => listeners.forEach((each) => each())),
  });
  const rerun = new Rerun(
    plan,
    {
      log,
      header: HEADER,
      client,
      policy: host.policy,
      send: (text, details) => host.send(text, details.by ?? 'user', details),
      cancel: (op, reason) => host.cancel(op, reason, 'rerun'),
      close: (reason) => void host.close(reason),
      onEvents: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    // On a busy machine a process stands still for many milliseconds now and then.
    { consent: 'all', serverTimeoutMs: 200, silenceMs: 200, ...options },
  );
  host.open();
  return { sent, run: await rerun.run() };
}
