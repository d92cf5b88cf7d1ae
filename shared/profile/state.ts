/** What a profile remembers of a session while its events come. */
import { copyTables } from '#shared/session';
import { YES, type FactName } from './facts.ts';
import { copyGathering, saw, type Gathering } from './gather.ts';

/** The client has an occasion, and has not yet made use of it. */
export interface Expectation {
  readonly fact: FactName;
  readonly subject?: string;
  /** Event that gave the occasion, and its time. */
  readonly s: number;
  readonly t: number;
  /** Microseconds after which it counts as not made use of. */
  readonly timeoutUs: number;
}

/** What the server asks for in an answer (2026-07-28, basic/patterns/mrtr), methods by keys of its own. */
interface Input {
  readonly methods: ReadonlyMap<string, string>;
  readonly s: number;
  readonly t: number;
}

/** What is remembered before the first event. */
export function firstState() {
  return {
    seen: new Map() as Gathering,
    /** Occasions by keys of their own: `list tools`, `page tools 2`. */
    due: new Map<string, Expectation>(),
    first: [] as string[],
    firstS: -1,
    /** Time of its first `initialize`. */
    beganT: -1,
    /** Requests of its own that are open. */
    open: new Set<number>(),
    /** Lists that it has asked for, and the cursor that the last page of one named. */
    read: new Set<string>(),
    cursors: new Map<string, string>(),
    /** Exchanges of POST without the headers of the per-request era: which of them are missing. */
    posts: new Map<string, { readonly method: boolean; readonly name: boolean }>(),
    /** Input that the server waits for, by operation or task: what it asks for by keys of its own. */
    input: new Map<string, Input>(),
    /** What it declared at this event. */
    declaredS: -1,
    /** Event of its latest request or notification, but for the end of the handshake. */
    lastS: -1,
    pingT: undefined as number | undefined,
    /** The session that the server gave, by `Mcp-Session-Id`. */
    session: undefined as string | undefined,
    /** Exchange whose answer may give it. */
    initializeX: undefined as string | undefined,
    /** The revision that `initialize` was answered with, and when. */
    agreed: undefined as { readonly revision: string; readonly s: number; readonly t: number } | undefined,
    /** The server answered by HTTP+SSE. */
    sse: false,
    /** The standalone stream that is open, and the event at which the client ended one. */
    stream: undefined as string | undefined,
    streamEndS: undefined as number | undefined,
    /** Steps by which the client ends the server's process, the first at this event and time. */
    ending: [] as string[],
    ended: undefined as { readonly s: number; readonly t: number } | undefined,
    exited: false,
    closed: false,
    /** Times of the last event that is no note, and of the last message or step of an exchange. */
    t: 0,
    trafficT: 0,
  };
}
export type ProfileState = ReturnType<typeof firstState>;

export function copyProfile(state: ProfileState): ProfileState {
  return { ...copyTables(state), seen: copyGathering(state.seen) };
}

const MAX_EXPECTED_COUNT = 500;

/** The client has an occasion from this event on; one of the same key that it has already goes on. */
export function expect({ due }: ProfileState, key: string, about: Expectation): void {
  if (!due.has(key) && due.size < MAX_EXPECTED_COUNT) due.set(key, about);
}

/** The client made use of an occasion, if it had one. */
export function fulfilled(
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
