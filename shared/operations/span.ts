/** The time of an operation: when it ran, what came meanwhile, and what it waited for. Times are microseconds of the session. */
import { isObject } from '#shared/jsonrpc';
import type { Author } from '#shared/recording';
import { tapWaits, type Operation, type SessionLog } from '#shared/session';
import { endOf } from './outcome.ts';

export interface Interval {
  readonly from: number;
  /** Absent while it lasts. */
  readonly to: number | undefined;
}

export interface Span extends Interval {
  /** When progress was reported; of very many, some. */
  readonly ticks: readonly number[];
  /** What the other side asked while this was the one operation that was open. */
  readonly nested: readonly (Interval & { readonly op: number })[];
  /** While a person had to answer: what the server asked, or the input that it needs. `sampling`: a model may have answered as well. */
  readonly person: readonly (Interval & { readonly sampling?: true })[];
  /** While a tap between the two sides held its request or its response: neither of them took that time. */
  readonly held: readonly Interval[];
  /** What repeats it with other headers, and requests that go on with its stream. */
  readonly retries: readonly Interval[];
}

/** Of one operation; a bar has no room for more. */
const MAX_MARK_COUNT = 256;

/** The time of an operation and of what repeats it, each as of event `asOf`. Everything lies within it. */
export function spanOf(log: SessionLog, operation: Operation, repeats: readonly Operation[], asOf: number): Span {
  const all = [operation, ...repeats];
  const from = operation.openedAt;
  const end = endOf(log, repeats.at(-1) ?? operation, asOf);
  const to = end === undefined ? undefined : Math.max(from, end);
  const at = (t: number): number => Math.min(Math.max(from, t), to ?? Infinity);
  const within = (start: number, stop: number | undefined): Interval => {
    const begin = at(start);
    return { from: begin, to: stop === undefined ? to : Math.max(begin, at(stop)) };
  };
  const questions = all.flatMap((each) => nestedIn(log, each, asOf));
  return {
    from,
    to,
    ticks: all.flatMap((each) => progressOf(log, each).map(at)).slice(0, MAX_MARK_COUNT),
    nested: questions.map(({ index, openedAt, closedAt }) => ({ op: index, ...within(openedAt, closedAt) })),
    person: [
      ...questions.flatMap((question) =>
        isAnsweredByPerson(question.method ?? '', authorOf(log, question.closed), question.closed === undefined)
          ? [{ ...within(question.openedAt, question.closedAt), ...(isSampling(question.method) ? SAMPLING : {}) }]
          : [],
      ),
      ...all.flatMap((each) => inputOf(log, each).map((wait) => within(wait.from, wait.to))),
    ],
    held: all
      .flatMap((each) => tapWaits(log, each, asOf).map((wait) => within(wait.from, wait.to)))
      .slice(0, MAX_MARK_COUNT),
    retries: [
      ...repeats.map(({ openedAt, closedAt }) => within(openedAt, closedAt)),
      ...all.flatMap((each) => resumedOf(log, each, asOf).map((t) => within(t, undefined))),
    ],
  };
}

function nestedIn(log: SessionLog, { index }: Operation, asOf: number): Operation[] {
  return log.operationsAsOf(asOf).pick(log.nestedIn(index).slice(0, MAX_MARK_COUNT));
}

function progressOf({ events, notes }: SessionLog, operation: Operation): number[] {
  const all = operation.events.filter((s) => notes.get(s)?.method === 'notifications/progress');
  const every = Math.ceil(all.length / MAX_MARK_COUNT);
  return all.flatMap((s, at) => (at % every === 0 ? (events.at(s)?.t ?? []) : []));
}

/** When its stream, which broke off, was asked for again. */
function resumedOf({ events }: SessionLog, operation: Operation, asOf: number): number[] {
  return operation.events
    .flatMap((s) => {
      const event = s <= asOf ? events.at(s) : undefined;
      return event?.k === 'http' && event.phase === 'request' ? event.t : [];
    })
    .slice(0, MAX_MARK_COUNT);
}

/** From each answer that asks for input to the request that gives it (2026-07-28, basic/patterns/mrtr). */
function inputOf(log: SessionLog, { events, opened, closed = Infinity }: Operation): Interval[] {
  const found: Interval[] = [];
  let asked: number | undefined;
  const took = (until: number | undefined): void => {
    if (asked === undefined) return;
    const from = log.event(asked)?.t ?? 0;
    const methods = inputMethods(log, asked);
    if (methods.some((method) => isAnsweredByPerson(method, authorOf(log, until), until === undefined)))
      found.push({ from, to: until === undefined ? undefined : log.event(until)?.t });
    asked = undefined;
  };
  for (const s of events) {
    if (s >= closed || found.length >= MAX_MARK_COUNT) break;
    const { role, kind, faults } = log.notes.get(s) ?? {};
    if (s === opened || role !== 'touches') continue;
    if (kind === 'response' && faults === undefined) asked = s;
    if (kind === 'request') took(s);
  }
  took(undefined);
  return found;
}

function inputMethods(log: SessionLog, s: number): string[] {
  const decoded = log.decoded(s);
  const result = decoded?.kind === 'response' ? decoded.result : undefined;
  const requests = isObject(result) && isObject(result['inputRequests']) ? result['inputRequests'] : {};
  return Object.values(requests).flatMap((each) =>
    isObject(each) && typeof each['method'] === 'string' ? [each['method']] : [],
  );
}

function authorOf({ events }: SessionLog, s: number | undefined): Author | undefined {
  const event = s === undefined ? undefined : events.at(s);
  return event?.k === 'message' ? event.by : undefined;
}

/** Other clients do not say who answered: an elicitation is for a person, and a model is one's own only where it is said. */
function isAnsweredByPerson(method: string, by: Author | undefined, open: boolean): boolean {
  return by === 'user' || (by === undefined && (method === 'elicitation/create' || (open && isSampling(method))));
}

const SAMPLING = { sampling: true } as const;
const isSampling = (method: string | undefined): boolean => method === 'sampling/createMessage';
