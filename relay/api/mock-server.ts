/** The server of a recording, for clients in this process and over HTTP. */
import { defined } from '#shared/base';
import {
  faultProblem,
  planMock,
  readFault,
  serve,
  type FaultRule,
  type LiveCall,
  type MockOptions,
} from '#shared/mock';
import type { HeldRecording as Recorded } from '#shared/recording';
import { serveHttp } from '../mock/serve-http.ts';
import { MockConnection, type MockTransport } from './mock-transport.ts';
import { readRecording } from './read.ts';

export interface MockServerOptions extends Partial<Omit<MockOptions, 'faults'>> {
  /** Faults done to answers: rules, or texts as `mcp-lifeline mock --fault` takes them (`drop@tools/call#2`). */
  readonly faults?: readonly (FaultRule | string)[];
  /** Receives what the recorded server wrote to standard error, and calls that the recording does not have. */
  readonly log?: (line: string) => void;
}

/** A message of a client, as the mock took it. */
export interface SeenCall {
  readonly kind: 'request' | 'notification' | 'batch' | 'text';
  readonly method?: string;
  readonly params?: unknown;
  /** The event of the recorded call that it repeats; absent when the recording has no such call. */
  readonly s?: number;
}

export interface MockListener {
  /** Address of its MCP endpoint, on this machine alone: `http://127.0.0.1:PORT/mcp`. */
  readonly url: string;
  /** Stop listening, and break off what is open. */
  close(): Promise<void>;
}

export interface MockServer {
  /** A transport for one client: give it to `client.connect`. Each has its own course through the recording. */
  transport(): MockTransport;
  /** Serve Streamable HTTP on this port of 127.0.0.1, or the next free one (default: any). Rejects when the system refuses. */
  listen(port?: number): Promise<MockListener>;
  /** What clients sent so far. */
  readonly calls: readonly SeenCall[];
  /** Requests that the recording does not have; the client got an error that names the nearest one. */
  readonly unmatched: readonly SeenCall[];
  /** Requests of the recorded client that no client has sent yet, but for how it began and signs of life. */
  readonly unused: readonly SeenCall[];
  /** Close every transport and listener. */
  close(): Promise<void>;
}

/** What clients send whatever they want: how they begin, and signs of life. */
const ANYWAY: readonly (string | undefined)[] = ['initialize', 'server/discover', 'ping'];

/**
 * The server of a recording: it answers as the recorded one did, without waiting (`speed: 1` waits as recorded). Takes a recording
 * or the path of one. Rejects with a `RecordingError` when the file can't be read, and with an `Error` when it holds no messages
 * of a client, an option is no fault, or a fault names what is not in it.
 */
export async function mockServer(source: string | Recorded, options: MockServerOptions = {}): Promise<MockServer> {
  const plan = planMock(typeof source === 'string' ? await readRecording(source) : source);
  if (plan.calls.length === 0) throw new Error('The recording holds no messages of a client.');
  const { faults = [], log = () => undefined, ...others } = options;
  const all: MockOptions = { speed: 0, ...others, faults: faults.map(ruleOf) };
  for (const rule of all.faults) {
    const problem = faultProblem(rule, plan);
    if (problem !== undefined) throw new Error(`A fault names nothing in the recording: ${problem}.`);
  }
  const served = serve(plan, all);
  const calls: SeenCall[] = [];
  const used = new Set<number>();
  const begin = ({ recorded, known }: LiveCall): void => {
    if (known) used.add(recorded.s);
    calls.push(seen(recorded, known));
  };
  const open = new Set<{ close(): Promise<void> }>();
  return {
    calls,
    get unmatched() {
      return calls.filter(({ kind, method, s }) => kind === 'request' && method !== 'ping' && s === undefined);
    },
    get unused() {
      const left = plan.calls.filter(
        ({ kind, method, s }) => kind === 'request' && !ANYWAY.includes(method) && !used.has(s),
      );
      return left.map((call) => seen(call, true));
    },
    transport() {
      const transport = new MockConnection(served, { begin, stderr: log, say: log });
      open.add(transport);
      return transport;
    },
    async listen(port = 0) {
      const { url, close } = await serveHttp(plan, all, port, log, begin);
      const listener = { url, close };
      open.add(listener);
      return listener;
    },
    async close() {
      await Promise.all([...open].map((each) => each.close()));
      open.clear();
    },
  };
}

function seen({ kind, method, params, s }: LiveCall['recorded'], known: boolean): SeenCall {
  return { kind, ...defined({ method, params }), ...(known ? { s } : {}) };
}

function ruleOf(fault: FaultRule | string): FaultRule {
  if (typeof fault !== 'string') return fault;
  const rule = readFault(fault);
  if (!rule) throw new Error(`“${fault}” is not a fault: FAULT[:VALUE][@METHOD[=NAME]][#N].`);
  return rule;
}
