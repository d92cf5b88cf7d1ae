/** What is known of a session after some events: small enough for checkpoints, enough to decide the next step. Long tables: `trace.ts`. */
import { isObject, type IdKey, type JsonObject } from '#shared/jsonrpc';
import { SERVER_LISTS, type Era, type ServerList } from '#shared/mcp';
import type { Author, Direction, HeaderPairs } from '#shared/recording';
import { Groups } from './groups.ts';
import { emptyList, type ListState } from './list-state.ts';
import type { Pace } from './pace.ts';
import { Sequence } from './sequence.ts';

/** Where in the lifecycle a session is (basic/lifecycle; discovery is the listing that follows initialization). */
export type Phase = 'connection' | 'initialization' | 'discovery' | 'operation' | 'shutdown';
export const PHASES: readonly Phase[] = ['connection', 'initialization', 'discovery', 'operation', 'shutdown'];

/** A phase began at event `s`, `t` microseconds after the start. */
export interface PhaseStart {
  readonly phase: Phase;
  readonly s: number;
  readonly t: number;
}

/** A request that waits for its answer, or malformed text of the client to which one may come. */
export interface Pending {
  /** Index into the trace's operations. */
  readonly op: number;
  readonly s: number;
  readonly t: number;
  readonly dir: Direction;
  readonly kind: 'request' | 'malformed';
  readonly key?: IdKey;
  readonly method?: string;
  /** What it is about: the name of a tool or prompt, a URI. */
  readonly name?: string;
  readonly params?: unknown;
  /** Its progress token, in the form of an id. */
  readonly token?: IdKey;
  readonly x?: string;
  readonly by?: Author;
  readonly form?: true;
  /** The refused operation that this one repeats with other headers. */
  readonly repeats?: number;
  /** Per-request era: the revision that the request names. */
  readonly revision?: string;
  /** Its exact text, kept where the request may have to be repeated with what the server asks for. */
  readonly text?: string;
  /** How many times it was repeated with input before. */
  readonly rounds?: number;
}

/** Key of `SessionState.pending`: direction of the request and its id, or the number of the operation when it has none (any more). */
export type PendingKey = `${Direction}:${string}`;

export interface Party {
  readonly info?: { readonly name?: unknown; readonly version?: unknown; readonly title?: unknown };
  readonly capabilities?: JsonObject;
}

/** How the server is spoken to, and how that was found out. */
export interface EraFound {
  readonly era: Era;
  /** A code that the page has words for. */
  readonly reason: string;
  readonly s: number;
}

/** An HTTP exchange that is not over. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  /** Where redirects led. */
  readonly at?: string;
  /** They led to another server. */
  readonly elsewhere?: true;
  /** Of the request, in the per-request era, where they repeat parts of the message. */
  readonly headers?: HeaderPairs;
  readonly session?: string;
  /** The session id that came beside an error status: it counts once a result of `initialize` does. */
  readonly given?: string;
  /** 0 until the head of the response came. */
  readonly status: number;
  /** True when the answer is a stream of server-sent events. */
  readonly stream: boolean;
  /** Id of the last event of the stream, or of the stream that it resumes. */
  readonly lastEventId?: string;
  /** The server's word on how long to wait before the stream is opened again, in milliseconds. */
  readonly retry?: number;
  /** Attempts to open this stream again since it last gave an event. */
  readonly attempts: number;
  /** True for a GET stream that was not opened to go on with the answer to a POST. */
  readonly standalone: boolean;
  readonly delivered?: true;
  /** Streams before it, one going on with the other, that brought none. */
  readonly empties?: number;
}

/** A stream that ended before its time, and what is needed to go on with it. */
export interface DroppedStream {
  readonly x: string;
  readonly lastEventId?: string;
  readonly retry?: number;
  readonly attempts: number;
  readonly standalone: boolean;
  /** Streams in a row, this one the last of them, that brought no message. */
  readonly empties: number;
}

/** A request whose answer is that the server needs input first (2026-07-28, basic/patterns/mrtr), or a task that does. */
export interface AwaitedInput {
  /** Operation that continues when the input is sent. */
  readonly op: number;
  /** Event of the answer. */
  readonly s: number;
  /** The request to repeat; for a task, what created it. */
  readonly pending: Pending;
  /** What the server asks for, by its keys: bare requests. */
  readonly requests: { readonly [key: string]: { readonly method: string; readonly params?: unknown } };
  /** The JSON text of `requestState`, to be given back byte for byte. */
  readonly requestState?: string;
  /** Present when a task waits, and `tasks/update` is how it is answered. */
  readonly taskId?: string;
}

/** A call that was refused because its headers do not fit its body (2026-07-28, basic/transports/streamable-http). */
export interface MismatchedCall {
  readonly op: number;
  /** Event of the refusal. */
  readonly s: number;
  /** JSON text. */
  readonly params: string;
  readonly revision: string;
  readonly sent: HeaderPairs;
  /** The tools were listed since, and ask for other headers. */
  readonly relisted?: true;
}

/** A task of the server (2025-11-25 basic/utilities/tasks, or the tasks extension of 2026-07-28), as the last message describes it. */
export interface TaskState {
  readonly taskId: string;
  /** Any string the server gave; the revisions know `working`, `input_required`, `completed`, `failed` and `cancelled`. */
  readonly status: string;
  readonly statusMessage?: string;
  /** Milliseconds. */
  readonly pollInterval?: number;
  /** Milliseconds the server keeps it; null is for ever. */
  readonly ttl?: number | null;
  readonly createdAt?: string;
  /** Operation that created it, when that is in the log. */
  readonly op?: number;
  /** Event of the last word on it. */
  readonly s: number;
  /** Event that brought its result or error. */
  readonly resultS?: number;
  /** Times that the program gave it the input it asked for. */
  readonly rounds?: number;
  /** The server answered `tasks/get` with an error, and has not mentioned it since. */
  readonly refused?: true;
}

/** An open `subscriptions/listen` (2026-07-28, basic/patterns/subscriptions). */
export interface Subscription {
  readonly op: number;
  /** The filter asked for, and the one the server agreed to. */
  readonly asked: JsonObject;
  readonly agreed?: JsonObject;
}

/** Why a connection ended or could not be made: a code that the page has words for, and the evidence. */
export interface ConnectionProblem {
  readonly s: number;
  readonly reason: string;
  readonly detail?: string;
}

export interface SessionState {
  events: number;
  phase: Phase;
  phases: Sequence<PhaseStart>;
  connection: 'none' | 'opening' | 'open' | 'closing' | 'closed';
  problem?: ConnectionProblem;
  /** Why the certificate of the server that answered last is not accepted; a person accepted it all the same. */
  unverified?: string;
  /** Reason of the `closed` event. */
  closedBy?: string;
  /** Revision offered in the latest `initialize` or named in the latest request, and the one agreed on. */
  offered?: string;
  revision?: string;
  era?: EraFound;
  /** Versions of the last `server/discover` result. */
  supported?: readonly string[];
  /** The automatic `server/discover` that finds out the era, kept after it was given up. */
  probe?: { readonly key: IdKey; readonly revision: string };
  /** Times that `server/discover` was answered with a version error. */
  versionErrors: number;
  /** HTTP+SSE (2024-11-05): where messages are posted, and the exchange of the stream that answers. */
  endpoint?: { readonly url: string; readonly x: string };
  /** GET exchange from which the first event is awaited that says where to post. */
  awaitsEndpoint?: string;
  /** Authorization is under way: what was refused says nothing yet. */
  authorizing?: true;
  /** Processes or sessions begun anew since a request other than `initialize` was answered. */
  restarts: number;
  /** True from the client's `notifications/initialized` on, or from the moment the per-request era was found. */
  initialized: boolean;
  /** HTTP exchange that carries `notifications/initialized`, until the server has answered it. */
  initializedIn?: string;
  client: Party;
  server: Party & { readonly instructions?: string };
  /** `Mcp-Session-Id` given by the server, and whether it was since forgotten (404). */
  httpSession?: string;
  httpSessionLost?: true;
  /** Smallest integer id above every one a client request has used. */
  nextId: number;
  pending: Map<PendingKey, Pending>;
  /** Keys in `pending` and `unreadable` of what the client sent, by the exchange that carries it. */
  carried: Groups<string, PendingKey>;
  /** Keys in `pending` of what the client sent, by its event. */
  sent: Groups<number, PendingKey>;
  /** Malformed texts of the client: nobody owes them an answer, but one that comes without an id belongs to one of them. */
  unreadable: Map<PendingKey, Pending>;
  /** Their keys in the order in which they were sent; the last of them is in `unreadable`. */
  malformed: Sequence<PendingKey>;
  /** Keys in `pending` by direction and progress token. */
  tokens: Map<string, PendingKey>;
  exchanges: Map<string, Exchange>;
  /** Streams that ended before their time and were not opened again yet. */
  dropped: Map<string, DroppedStream>;
  /** Operations (by index) that wait for input the server asked for. */
  awaited: Map<number, AwaitedInput>;
  /** Calls (by operation) that may be repeated when the tools were listed anew. */
  mismatched: Map<number, MismatchedCall>;
  tasks: Map<string, TaskState>;
  subscriptions: Map<IdKey, Subscription>;
  /** Least level of log messages, as the server agreed or as requests name it. */
  logLevel?: string;
  /** Resources that the server agreed to report changes of, by `resources/subscribe`. */
  subscribed: Map<string, true>;
  lists: { readonly [list in ServerList]: ListState };
  /** How fast the program repeats what it does by itself. */
  paces: Map<string, Pace>;
  /** What it does not repeat at once any more, by the reasons of `slowed` events. */
  slowed: ReadonlySet<string>;
  /** Names of the automatic steps in force; absent where the recording does not tell. */
  steps?: readonly string[];
  process: {
    readonly pid?: number;
    /** Bytes that wait because the server does not read, as last reported. */
    readonly unread?: number;
    readonly exit?: { readonly code?: number | null; readonly signal?: string | null };
  };
  /** Requests that a tap handed on more than once, and how many more responses that may bring. */
  repeated: Map<PendingKey, { readonly op: number; readonly left: number }>;
  operations: number;
  lastT: number;
}

/** The state before the first event. */
export function initialState(): SessionState {
  return {
    events: 0,
    phase: 'connection',
    phases: new Sequence(),
    connection: 'none',
    initialized: false,
    restarts: 0,
    versionErrors: 0,
    client: {},
    server: {},
    nextId: 1,
    pending: new Map(),
    carried: new Groups(),
    sent: new Groups(),
    unreadable: new Map(),
    malformed: new Sequence(),
    tokens: new Map(),
    exchanges: new Map(),
    dropped: new Map(),
    awaited: new Map(),
    mismatched: new Map(),
    tasks: new Map(),
    subscriptions: new Map(),
    subscribed: new Map(),
    paces: new Map(),
    slowed: new Set(),
    lists: { tools: emptyList(), resources: emptyList(), resourceTemplates: emptyList(), prompts: emptyList() },
    process: {},
    repeated: new Map(),
    operations: 0,
    lastT: 0,
  };
}

/** One side as it names itself: identity and capabilities, each only where it is an object. */
export function party(info: unknown, capabilities: unknown): Party {
  return { ...(isObject(info) ? { info } : {}), ...(isObject(capabilities) ? { capabilities } : {}) };
}

/** True when the server declared the capability at a dotted path (`tools`, `resources.subscribe`). */
export function hasCapability(party: Party, path: string): boolean {
  let at: unknown = party.capabilities;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null) return false;
    at = (at as JsonObject)[name];
  }
  return at !== undefined && at !== null && at !== false;
}

/** True when nothing is being agreed on with the server, so that requests can go out. */
export function isReady({ initialized, initializedIn, authorizing, httpSessionLost }: Readonly<SessionState>): boolean {
  return initialized && initializedIn === undefined && !authorizing && !httpSessionLost;
}

/** Lists the server offers by its capabilities that are not read to the end. */
export function listsToRead(state: SessionState): ServerList[] {
  return SERVER_LISTS.filter(
    ({ list, capability }) => hasCapability(state.server, capability) && !state.lists[list].complete,
  ).map(({ list }) => list);
}
