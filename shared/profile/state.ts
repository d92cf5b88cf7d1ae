/** What a profile remembers of a session while its events come. */
import { YES, type FactName } from './facts.ts';
import { copyGathering, saw, type Gathering } from './gather.ts';

/** The client has an occasion, and has not yet made use of it. */
export interface Due {
  readonly fact: FactName;
  readonly subject?: string;
  /** Event that gave the occasion, and its time. */
  readonly s: number;
  readonly t: number;
  /** Microseconds after which it counts as not made use of. */
  readonly patience: number;
}

/** What the server asks for in an answer (2026-07-28, basic/patterns/mrtr), methods by keys of its own. */
interface Input {
  readonly methods: ReadonlyMap<string, string>;
  readonly s: number;
  readonly t: number;
}

export interface ProfileState {
  readonly seen: Gathering;
  /** Occasions by keys of their own: `list tools`, `page tools 2`. */
  readonly due: Map<string, Due>;
  /** Its first messages. */
  readonly first: string[];
  firstS: number;
  /** Time of its first `initialize`. */
  beganT: number;
  /** Requests of its own that are open. */
  readonly open: Set<number>;
  /** Lists that it has asked for, and the cursor that the last page of one named. */
  readonly read: Set<string>;
  readonly cursors: Map<string, string>;
  /** Exchanges of POST without the headers of the per-request era: which of them are missing. */
  readonly posts: Map<string, { readonly method: boolean; readonly name: boolean }>;
  /** Input that the server waits for, by operation or task: what it asks for by keys of its own. */
  readonly input: Map<string, Input>;
  /** What it declared at this event. */
  declaredS: number;
  /** Event of its latest request or notification, but for the end of the handshake. */
  lastS: number;
  /** Its latest ping. */
  pingT: number | undefined;
  /** The session that the server gave, by `Mcp-Session-Id`. */
  session: string | undefined;
  /** Exchange whose answer may give it. */
  initializeX: string | undefined;
  /** The revision that `initialize` was answered with, and when. */
  agreed: { readonly revision: string; readonly s: number; readonly t: number } | undefined;
  /** The server answered by HTTP+SSE. */
  sse: boolean;
  /** The standalone stream that is open, and the event at which the client ended one. */
  stream: string | undefined;
  streamEndS: number | undefined;
  /** Steps by which the client ends the server's process, the first at this event and time. */
  readonly ending: string[];
  ended: { readonly s: number; readonly t: number } | undefined;
  exited: boolean;
  closed: boolean;
  /** Times of the last event that is no note, and of the last message or step of an exchange. */
  t: number;
  trafficT: number;
}

export function firstState(): ProfileState {
  return {
    seen: new Map(),
    due: new Map(),
    first: [],
    firstS: -1,
    beganT: -1,
    open: new Set(),
    read: new Set(),
    cursors: new Map(),
    posts: new Map(),
    input: new Map(),
    declaredS: -1,
    lastS: -1,
    pingT: undefined,
    session: undefined,
    initializeX: undefined,
    agreed: undefined,
    sse: false,
    stream: undefined,
    streamEndS: undefined,
    ending: [],
    ended: undefined,
    exited: false,
    closed: false,
    t: 0,
    trafficT: 0,
  };
}

export function copyProfile(state: ProfileState): ProfileState {
  return {
    ...state,
    seen: copyGathering(state.seen),
    due: new Map(state.due),
    first: [...state.first],
    open: new Set(state.open),
    read: new Set(state.read),
    cursors: new Map(state.cursors),
    posts: new Map(state.posts),
    input: new Map(state.input),
    ending: [...state.ending],
  };
}

const MOST_DUE = 500;

/** The client has an occasion from this event on; one of the same key that it has already goes on. */
export function occasion({ due }: ProfileState, key: string, about: Due): void {
  if (!due.has(key) && due.size < MOST_DUE) due.set(key, about);
}

/** The client made use of an occasion, if it had one. */
export function madeUse(
  { seen, due }: ProfileState,
  key: string,
  { s, t }: { readonly s: number; readonly t: number },
): void {
  const about = due.get(key);
  if (!about) return;
  due.delete(key);
  // How soon the next page is asked for says nothing.
  const took = about.fact === 'pages' ? undefined : t - about.t;
  saw(seen, about.fact, { subject: about.subject, value: YES, s, took });
}
