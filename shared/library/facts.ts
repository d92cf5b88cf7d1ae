/** What a library keeps of a recording: a few numbers and names, and the fold that counts them. */
import { defined } from '#shared/base';
import { isObject } from '#shared/jsonrpc';
import type { ConnectionBody } from '#shared/recording';
import { copyTables, probeTold, type Closing, type Fold, type Outcome, type SessionState } from '#shared/session';

/** What a side said of itself; `title` is its name for people, where it has one. */
export interface SelfFacts {
  readonly name: string;
  readonly version?: string;
  readonly title?: string;
}

export interface RecordingFacts {
  readonly client?: SelfFacts;
  readonly server?: SelfFacts;
  /** The negotiated revision, or the last one the client asked for. */
  readonly revision?: string;
  /** Microseconds from the first to the last thing that happened; notes made later do not count. */
  readonly duration: number;
  readonly events: number;
  readonly operations: number;
  /** Requests that failed or got no answer, problems of the connection, and a server that exited by itself. */
  readonly errors: number;
  /** Events that are against the protocol. */
  readonly faults: number;
  /** The rules of the specification that it breaks; absent where nobody judged yet. */
  readonly findings?: FindingFacts;
  /** Events with a person's note. */
  readonly notes: number;
  /** The recording has no last line: the program or the machine went away first. */
  readonly cutShort: boolean;
  /** Only its beginning could be read. */
  readonly partial?: true;
}

type Facts = Required<RecordingFacts>;
export type NumberFact = { [name in keyof Facts]: Facts[name] extends number ? name : never }[keyof Facts];

/** How many findings there are by severity, and which rules they are of, the worst first. */
export interface FindingFacts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
  readonly rules: readonly string[];
  /** Rules beyond those listed. */
  readonly moreRules: number;
}

/**
 * What was counted by another version is read anew: raise it when a fact says something else, or is new and may be absent. What lacks
 * any other new fact is read anew by itself (`storedFacts`).
 */
export const FACTS_VERSION = 14;

export interface Ending {
  readonly cutShort: boolean;
  readonly partial?: boolean;
  /** What was judged, by whoever did. */
  readonly findings?: FindingFacts;
}

const MAX_NAME_CHARS = 200;

const none = () => ({ noted: new Map<number, true>(), errors: 0, faults: 0, duration: 0 });
export type FactCounts = ReturnType<typeof none>;

const FAILED: ReadonlySet<Outcome> = new Set(['error', 'tool-error', 'no-answer', 'timeout']);

export const FACTS: Fold<FactCounts> = {
  init: none,
  step(counts, event, _decoded, step) {
    if (event.k !== 'note') counts.duration = event.t;
    else if (event.text === '') counts.noted.delete(event.at);
    else counts.noted.set(event.at, true);
    if (event.k === 'connection' && isProblem(event)) counts.errors++;
    for (const closing of step.closed) close(counts, closing);
    if (step.faults.length > 0) counts.faults++;
  },
  copy: copyTables,
};

const isProblem = ({ event, reason }: ConnectionBody): boolean =>
  event === 'problem' || (event === 'closed' && reason === 'server-exited');

function close(counts: FactCounts, { pending, outcome, response, status }: Closing): void {
  if (FAILED.has(outcome) && !probeTold(pending, outcome, response?.error, status)) counts.errors++;
}

interface Fact {
  /** Whether a stored value is one. */
  readonly is: (value: unknown) => boolean;
  readonly of: (session: Readonly<SessionState>, counts: Readonly<FactCounts>, ending: Ending) => unknown;
}
const isText = (value: unknown): boolean => typeof value === 'string';
const maybe = (is: Fact['is']) => (value: unknown) => value === undefined || is(value);

/** Every fact there is: how it is read from a session, and known again in what was stored. */
const EACH: { readonly [name in keyof RecordingFacts]-?: Fact } = {
  client: { is: maybe(isSide), of: ({ client }) => selfOf(client.info) },
  server: { is: maybe(isSide), of: ({ server }) => selfOf(server.info) },
  revision: { is: maybe(isText), of: ({ revision, offered }) => (revision ?? offered)?.slice(0, MAX_NAME_CHARS) },
  duration: { is: Number.isFinite, of: (_, { duration }) => duration },
  events: { is: Number.isFinite, of: ({ events }) => events },
  operations: { is: Number.isFinite, of: ({ operations }) => operations },
  errors: { is: Number.isFinite, of: (_, { errors }) => errors },
  faults: { is: Number.isFinite, of: (_, { faults }) => faults },
  notes: { is: Number.isFinite, of: (_, { noted }) => noted.size },
  cutShort: { is: (value) => typeof value === 'boolean', of: (_, __, { cutShort }) => cutShort },
  partial: { is: maybe((value) => value === true), of: (_, __, { partial }) => (partial ? true : undefined) },
  findings: { is: maybe(isFindings), of: (_, __, { findings }) => findings },
};

/** The facts of a session as of the event after which these are its state and counts. */
export function factsOf(state: Readonly<SessionState>, counts: Readonly<FactCounts>, ending: Ending): RecordingFacts {
  const facts = Object.entries(EACH).map(([name, { of }]) => [name, of(state, counts, ending)]);
  return defined(Object.fromEntries(facts)) as unknown as RecordingFacts;
}

/** Facts that were stored; undefined when they are none, or lack what is counted now. Never throws. */
export function storedFacts(value: unknown): RecordingFacts | undefined {
  if (!isObject(value)) return undefined;
  return Object.entries(EACH).every(([name, { is }]) => is(value[name]))
    ? (value as unknown as RecordingFacts)
    : undefined;
}

function isFindings(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { error, warning, info, moreRules, rules } = value;
  return [error, warning, info, moreRules].every(Number.isFinite) && Array.isArray(rules) && rules.every(isText);
}

function isSide(value: unknown): boolean {
  return isObject(value) && isText(value['name']) && [value['version'], value['title']].every(maybe(isText));
}

/** What `clientInfo` or `serverInfo` says of a side, within bounds; undefined when it gives no name. */
export function selfOf(info: SessionState['server']['info']): SelfFacts | undefined {
  const name = short(info?.name);
  if (name === undefined) return undefined;
  return { name, ...defined({ version: short(info?.version), title: short(info?.title) }) };
}

const short = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME_CHARS) : undefined;
