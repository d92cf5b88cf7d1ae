/** What a profile remembers of a session while its events come. */
import { copyTables } from '#shared/session';
import { YES, type FactName } from './facts.ts';
import { copyGathering, saw, type Gathering } from './gather.ts';

/** The client may do something, and has not done it yet. */
export interface Expectation {
  readonly fact: FactName;
  readonly subject?: string;
  /** Event from which on it may, and its time. */
  readonly s: number;
  readonly t: number;
  /** Microseconds after which it counts as not done. */
  readonly timeoutUs: number;
}

/** What the server asks for in an answer (2026-07-28, basic/patterns/mrtr), methods by keys of its own. */
interface Input {
  readonly methods: ReadonlyMap<string, string>;
  readonly s: number;
  readonly t: number;
}

export function firstState() {
  return {
    seen: new Map() as Gathering,
    /** Expectations by keys: `list tools`, `page tools 2`. */
    expected: new Map<string, Expectation>(),
    first: [] as string[],
    firstS: -1,
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

/** The client may do something from this event on; an expectation of the same key stays. */
export function expect({ expected }: ProfileState, key: string, about: Expectation): void {
  if (!expected.has(key) && expected.size < MAX_EXPECTED_COUNT) expected.set(key, about);
}

export function fulfilled(
  { seen, expected }: ProfileState,
  key: string,
  { s, t }: { readonly s: number; readonly t: number },
): void {
  const about = expected.get(key);
  if (!about) return;
  expected.delete(key);
  // How soon the next page is asked for says nothing.
  const took = about.fact === 'pages' ? undefined : t - about.t;
  saw(seen, about.fact, { subject: about.subject, value: YES, s, took });
}
