/**
 * The filter language of the diagram: words and `property:value` tokens, all of which must hold; a leading `-` negates one.
 * `method:tools/* -method:ping tool:search dir:s2c kind:stderr status:error dur:>500ms at:1.2s..3.4s size:>10k id:7 by:user finding:must rule:rpc-* text`
 */
import { comparison, containing, FILTER_TOKEN, glob, SIZE_UNITS, unquote } from '#shared/base';
import { showIdKey } from '#shared/jsonrpc';
import { carriedBy, isTroubleItself, payloadLength, textOf, type ProcessBody, type WireEvent } from '#shared/recording';
import { parseTimeRange, type TimeRange } from './time-range.ts';
import {
  isProbe,
  needsHandshake,
  refusesProbe,
  type EventNote,
  type Operation,
  type Outcome,
  type SessionLog,
} from '#shared/session';

export const FILTER_PROPERTIES = [
  'method',
  'tool',
  'dir',
  'kind',
  'status',
  'dur',
  'at',
  'size',
  'id',
  'by',
  'op',
  'finding',
  'rule',
] as const;
export type FilterProperty = (typeof FILTER_PROPERTIES)[number];

export interface FoundAt {
  readonly rule: string;
  readonly weight: 'must' | 'should' | 'advice';
  readonly side: 'client' | 'server';
}
export type FoundLookup = (s: number) => readonly FoundAt[];

export const FINDING_VALUES = ['any', 'must', 'should', 'advice', 'client', 'server'] as const;
export const STATUS_VALUES = ['error', 'fault', 'pending', 'ok'] as const;

/** A server that makes up methods without end shall not fill the memory. */
const MAX_CACHED_COUNT = 1000;

type Test = (log: SessionLog, s: number) => boolean;

export type Filter = ReturnType<typeof parseFilter>;

/** Parse a filter text. Never fails: what it does not understand is reported and ignored. Without `found`, no event has findings. */
export function parseFilter(text: string, found: FoundLookup = () => []) {
  const tests: Test[] = [];
  const refused: Test[] = [];
  const windows: TimeRange[] = [];
  const unknown: string[] = [];
  let late = false;
  let asksFindings = false;
  for (const [token] of text.matchAll(FILTER_TOKEN)) {
    const negated = token.length > 1 && token.startsWith('-');
    const range = token.startsWith('at:') ? parseTimeRange(unquote(token.slice(3))) : undefined;
    const test = range ? undefined : parseToken(negated ? token.slice(1) : token, found);
    if (range) windows.push(range);
    else if (!test) unknown.push(token);
    else {
      (negated ? refused : tests).push(test);
      late ||= /^-?(?:dur|status):/.test(token);
      asksFindings ||= /^-?(?:finding|rule):/.test(token);
    }
  }
  const excludes: Test = (log, s) => refused.some((test) => test(log, s));
  const apart: Test = (log, s) => tests.every((test) => test(log, s)) && !excludes(log, s);
  const timeOnly = tests.length === 0 && refused.length === 0;
  const from = Math.max(...windows.map((range) => range.from));
  const to = Math.min(...windows.map((range) => range.to));
  const inside = onEvent(({ t }) => t >= from && t <= to);
  const timed: Test = timeOnly ? inside : (log, s) => inside(log, s) && apart(log, s);
  return {
    empty: timeOnly && windows.length === 0,
    /** Tokens that could not be understood; they hide nothing. */
    unknown,
    /** True when what it says of an event can change later, when the event's operation ends. */
    late,
    /** True when what it says of an event depends on what rules found at it. */
    asksFindings,
    matches: windows.length === 0 ? apart : timed,
    /** The window of time that it asks for; `apart` is what it says of an event beside that, and `timeOnly` when that is nothing. */
    range: windows.length === 0 ? undefined : { from, to: Math.max(from, to) },
    apart,
    timeOnly,
    /** True for an event that a negated token names: nothing that it is part of is shown. Undefined without such a token. */
    excludes: refused.length > 0 ? excludes : undefined,
  };
}

const onEvent =
  (test: (event: WireEvent) => boolean): Test =>
  (log, s) => {
    const event = log.event(s);
    return event !== undefined && test(event);
  };
const onNote =
  (test: (note: EventNote) => boolean): Test =>
  ({ notes }, s) => {
    const note = notes.get(s);
    return note !== undefined && test(note);
  };
const onOperation =
  (test: (operation: Operation) => boolean): Test =>
  (log, s) => {
    const operation = log.operationOf(s);
    return operation !== undefined && test(operation);
  };

function parseToken(token: string, found: FoundLookup): Test | undefined {
  const colon = token.indexOf(':');
  const name = token.slice(0, Math.max(0, colon));
  if (!(FILTER_PROPERTIES as readonly string[]).includes(name)) return containsText(unquote(token));
  const value = unquote(token.slice(colon + 1));
  if (value === '') return undefined;
  switch (name as FilterProperty) {
    case 'method': {
      const matches = remembered(value);
      return onNote(({ method }) => method !== undefined && matches(method));
    }
    case 'tool': {
      const matches = remembered(value);
      return onOperation(({ name }) => name !== undefined && matches(name));
    }
    case 'kind':
      return onNote(({ kind }) => kind === value || (value === 'error' && kind === 'malformed'));
    case 'dir':
      return onEvent((event) => event.k === 'message' && event.dir === value);
    case 'by':
      return onEvent((event) => event.k === 'message' && event.by === value);
    case 'op':
      return onNote(({ op }) => op === Number(value));
    case 'id':
      return onOperation(({ key }) => key !== undefined && (showIdKey(key) === value || key === `s:${value}`));
    case 'finding':
      if (!(FINDING_VALUES as readonly string[]).includes(value)) return undefined;
      // Advice breaks nothing: it is asked for by its name.
      return (_, s) =>
        found(s).some(
          ({ weight, side }) => value === weight || (weight !== 'advice' && (value === 'any' || value === side)),
        );
    case 'rule': {
      const pattern = glob(value);
      return (_, s) => found(s).some(({ rule }) => pattern.test(rule));
    }
    case 'status':
      return statusTest(value);
    case 'dur': {
      const compare = comparison(value, { us: 1, ms: 1e3, s: 1e6, '': 1e3 });
      return (
        compare &&
        onOperation(({ openedAt, closedAt, outcome }) => {
          return closedAt !== undefined && outcome !== 'silence' && compare(closedAt - openedAt);
        })
      );
    }
    case 'at': {
      const range = parseTimeRange(value);
      return range && onEvent(({ t }) => t >= range.from && t <= range.to);
    }
    case 'size': {
      const compare = comparison(value, SIZE_UNITS);
      return compare && onEvent((event) => event.k === 'message' && compare(payloadLength(event)));
    }
  }
}

/** True when the event is, or belongs to, something that went wrong. */
export function isTrouble(log: SessionLog, s: number): boolean {
  const event = log.event(s);
  const note = log.notes.get(s);
  if (!event || !note) return false;
  if (note.faults || note.taskFailed || isTroubleItself(event)) return true;
  if (event.k === 'process')
    return event.event === 'exit' && event.code !== 0 && event.by !== 'host' && !endedAsTold(log, event);
  // Metadata are looked for in several places; not being in the first ones is nothing wrong.
  if (event.k === 'http' && event.step?.endsWith('-metadata') === true)
    return event.by === 'network' || (event.status ?? 0) >= 500;
  // Refusing the standalone stream with 405 is what the specification tells a server without one to do.
  if (event.k === 'http' && event.phase !== 'response' && event.phase !== 'end') return false;
  if (event.k === 'http')
    return (
      event.by === 'network' ||
      leavesUnanswered(log, s) ||
      ((event.status ?? 0) >= 400 &&
        event.status !== 405 &&
        !(refusesProbe(event.status ?? 0) && carriesProbe(log, event.x)))
    );
  const operation = note.role === 'closes' ? log.operations.get(note.op) : undefined;
  const outcome = operation?.outcome;
  if (operation && isProbe(operation)) {
    const decoded = log.decoded(s);
    if (outcome === 'timeout' || needsHandshake(outcome, decoded?.kind === 'response' ? decoded.error : undefined))
      return false;
  }
  return outcome !== undefined && FAILED.has(outcome);
}

/** True when the server ended by the signal it had been sent (2025-11-25, basic/lifecycle#shutdown), but never by SIGKILL. */
function endedAsTold(log: SessionLog, { s, signal }: WireEvent & ProcessBody): boolean {
  if (!signal || signal === 'SIGKILL') return false;
  for (let at = s - 1; at > s - MAX_LOOK_BACK; at--) {
    const before = log.event(at);
    if (before?.k !== 'process') continue;
    if (before.event === 'spawn') return false;
    if (before.event === 'signal' && before.by === 'host' && before.signal === signal) return true;
  }
  return false;
}

const FAILED: ReadonlySet<Outcome> = new Set(['error', 'tool-error', 'no-answer', 'timeout']);
const MAX_LOOK_BACK = 50;

/** True for the end of a response that left its request without an answer, when nothing else of the exchange shows it. */
export function leavesUnanswered(log: SessionLog, s: number): boolean {
  const [event, note] = [log.event(s), log.notes.get(s)];
  if (event?.k !== 'http' || event.phase !== 'end' || event.by !== 'server' || note?.role !== 'closes') return false;
  const operation = log.operations.get(note.op);
  if (operation?.outcome !== 'no-answer' || isProbe(operation)) return false;
  for (let at = s - 1; at > Math.max(operation.opened, s - MAX_LOOK_BACK); at--) {
    const before = log.event(at);
    if (before && 'x' in before && before.x === event.x && isTrouble(log, at)) return false;
  }
  return true;
}

/** The probe is among the first operations of a session. */
const MAX_PROBE_INDEX = 8;

const carriesProbe = (log: SessionLog, x: string): boolean =>
  log.operations.slice(0, MAX_PROBE_INDEX).some((operation) => operation.x === x && isProbe(operation));

/** A test with a pattern for names of which a few come again and again. */
function remembered(value: string): (name: string) => boolean {
  const pattern = glob(value);
  const known = new Map<string, boolean>();
  return (name) => {
    const matched = known.get(name) ?? pattern.test(name);
    if (known.size < MAX_CACHED_COUNT) known.set(name, matched);
    return matched;
  };
}

function statusTest(value: string): Test | undefined {
  switch (value as (typeof STATUS_VALUES)[number]) {
    case 'error':
      return isTrouble;
    case 'fault':
      return onNote(({ faults }) => faults !== undefined);
    case 'pending':
      return onOperation(({ outcome }) => outcome === undefined);
    case 'ok':
      return onOperation(({ outcome }) => outcome === 'result');
    default:
      return undefined;
  }
}

function containsText(word: string): Test {
  const wanted = containing(word);
  return (log, s) => {
    const event = log.event(s);
    if (!event) return false;
    if (wanted.test(log.notes.get(s)?.method ?? '')) return true;
    if (event.k === 'message' || event.k === 'stderr') return wanted.test(textOf(carriedBy(event)));
    return wanted.test(JSON.stringify(event));
  };
}
