/** Why a session failed or ended, with the evidence: what its events show of it, in the server's own words. */
import { defined } from '#shared/base';
import { isObject } from '#shared/jsonrpc';
import { REVISIONS } from '#shared/mcp';
import { carriedBy, textOf, type WireEvent } from '#shared/recording';
import type { SessionLog, SessionState, Pending } from '#shared/session';
import { hintIn, type Hint } from './hint.ts';
import { httpFailure, quoted, type HttpFailure } from './http-failure.ts';
import { tellingLines, type Line } from './telling-lines.ts';
import { unreachedReason } from './unreached.ts';

export interface Failure {
  /** The code by which the dictionaries explain it: the problem's own, or what the evidence says more exactly. */
  readonly reason: string;
  /** The problem's own code, where the evidence said more. */
  readonly problem: string;
  /** What the problem's event says beside its code. */
  readonly detail?: string;
  /** The server's own words, a line each. */
  readonly quote: readonly string[];
  /** What these words say of the cause. */
  readonly hint?: Hint;
  /** The event that shows it. */
  readonly s: number;
  readonly http?: HttpFailure;
  /** What the browser held against the server's answers. */
  readonly cors?: CorsFailure;
  readonly exit?: { readonly code?: number | null; readonly signal?: string | null };
  /** The server wrote text to standard output that is no message, and that may be why: no answer came after it, nor the words that an exit is told with. */
  readonly noise?: true;
  /** Protocol versions that the server names as its own, the latest first. */
  readonly versions: readonly string[];
}

type Log = Pick<SessionLog, 'events' | 'notes' | 'decoded'>;

/** How far back the evidence is looked for. */
const LOOKED_BACK = 5000;
const OPENS: readonly (string | undefined)[] = ['initialize', 'server/discover'];
/** Problems of a session that could not begin: its evidence is what became of the opening request. */
const OF_OPENING: readonly string[] = [
  'initialize-refused',
  'initialize-unanswered',
  'initialize-invalid',
  'unsupported-revision',
  'discover-refused',
];
/** Problems of one response, whichever request it answers. */
const OF_STATUS: { readonly [reason: string]: number } = {
  'http-unauthorized': 401,
  'http-forbidden': 403,
  'session-lost': 404,
};

/** The failure of a session after the first `shown` events of its log, or undefined; `state` is from then. Reads the last events only. */
export function sessionFailure(
  log: Log,
  { problem, closedBy, process }: Readonly<SessionState>,
  shown: number,
): Failure | undefined {
  if (problem) {
    const { reason, detail, s } = problem;
    const cors = corsFailure(reason, detail);
    const plain = {
      ...{ reason, problem: reason, s, quote: [], versions: [] },
      ...defined({ detail, cors }),
    };
    if (OF_OPENING.includes(reason)) return { ...plain, ...ofOpening(log, reason, detail, s) };
    const status = OF_STATUS[reason];
    if (status !== undefined) return { ...plain, ...ofStatus(log, status, s) };
    if (reason === 'http-unreachable') return { ...plain, reason: unreachedReason(detail) };
    return plain;
  }
  if (closedBy !== 'server-exited') return undefined;
  const exit = lastExit(log, shown);
  return {
    reason: closedBy,
    problem: closedBy,
    s: exit,
    versions: [],
    ...wordsSoFar(log, exit, true),
    exit: process.exit ?? {},
  };
}

/** The events before event `end`, the last first, as far back as evidence is looked for. */
function* before({ events }: Pick<Log, 'events'>, end: number): Generator<WireEvent> {
  for (let s = end - 1; s >= Math.max(0, end - LOOKED_BACK); s--) {
    const event = events.at(s);
    if (event) yield event;
  }
}

/**
 * What a server wrote to standard error and output before event `end`, since it was started; `exited`: it ended there. What came
 * before its last answer did it no harm: it is told only when nothing came later, and output then is no cause.
 */
export function wordsSoFar(
  log: Log,
  end: number,
  exited = false,
): Pick<Failure, 'quote' | 'hint' | 'noise'> & { readonly s?: number } {
  const errors: Line[] = [];
  const output: Line[] = [];
  let answered = false;
  /** How many errors tell nothing. */
  let idle = 0;
  for (const event of before(log, end)) {
    const { s } = event;
    if (event.k === 'process' && event.event === 'spawn') break;
    if (event.k === 'stderr') errors.push({ s, text: lineOf(carriedBy(event)) });
    if (event.k !== 'message' || event.dir !== 's2c' || event.x !== undefined) continue;
    const { kind } = log.notes.get(s) ?? {};
    if (kind === 'malformed' && !answered) output.push({ s, text: lineOf(event) });
    if (kind !== 'response') continue;
    if (errors.length > idle && tellingLines(errors.toReversed()).length > 0) break;
    idle = errors.length;
    answered = true;
  }
  const inOrder = errors.toReversed();
  const quote = tellingLines(inOrder);
  const all = inOrder.map(({ text }) => text).join('\n');
  const hint = hintIn(quote.map(({ text }) => text).join('\n')) ?? hintIn(all);
  // What names the cause is quoted, also where it stands before the last error.
  const { name } = hint ?? {};
  const told = name === undefined || quote.some(({ text }) => text.includes(name));
  const named = told ? undefined : errors.find(({ text }) => text.includes(name));
  const lines = named ? [named, ...quote.slice(0, 3)].sort((a, b) => a.s - b.s) : quote;
  const shown = lines.length > 0 ? lines : output.toReversed().slice(0, 3);
  const first = named ?? shown[0];
  const isNoise = output.length > 0 && !(exited && (lines.at(-1)?.s ?? 0) > (output[0]?.s ?? 0));
  return {
    quote: shown.map(({ text }) => text),
    ...(hint ? { hint } : {}),
    ...(isNoise ? { noise: true as const } : {}),
    ...(first ? { s: first.s } : {}),
  };
}

const MAX_LINE_CHARS = 400;
const lineOf = (payload: Parameters<typeof textOf>[0]): string => textOf(payload).slice(0, MAX_LINE_CHARS).trimEnd();

function lastExit(log: Log, shown: number): number {
  for (const event of before(log, shown)) if (event.k === 'process' && event.event === 'exit') return event.s;
  return shown - 1;
}

/** What became of the request that opens a session. */
function ofOpening(log: Log, problem: string, detail: string | undefined, end: number): Partial<Failure> {
  let reason = problem;
  for (const event of before(log, end)) {
    const { s } = event;
    // The problem's code leaves open which of the two it was.
    if (event.k === 'timeout' && problem === 'initialize-unanswered' && OPENS.includes(log.notes.get(event.at)?.method))
      reason = 'initialize-timeout';
    if (event.k !== 'message' || !OPENS.includes(log.notes.get(s)?.method)) continue;
    if (event.dir === 's2c') {
      const decoded = log.decoded(s);
      if (decoded?.kind !== 'response') continue;
      const asked = askedVersion(log, s);
      const versions = detail === undefined ? namedVersions(decoded.error, asked) : known(versionsIn(detail), asked);
      const http = event.x === undefined ? undefined : httpFailure(log.events, event.x, firstOf(log, event.x, s), end);
      return {
        s,
        quote: decoded.error === undefined ? [] : quoted(textOf(event)),
        versions,
        ...(http && http.status >= 400 ? { http } : {}),
        ...(reason === 'unsupported-revision' ? {} : moreExactly(versions, http)),
      };
    }
    if (reason === 'initialize-unanswered') reason = 'initialize-closed';
    if (event.x === undefined) return problem === 'initialize-unanswered' ? { reason, ...wordsSoFar(log, end) } : {};
    const http = httpFailure(log.events, event.x, firstOf(log, event.x, s), end);
    if (!http) return { reason };
    const refused = http.reason ?? (http.status >= 400 ? 'initialize-refused' : reason);
    return { s: http.s, http, quote: http.quote, reason: refused };
  }
  return {};
}

/** What the response says beyond that it refuses: other versions, or a status that says what no message does. */
function moreExactly(versions: readonly string[], http: HttpFailure | undefined): Pick<Failure, 'reason'> | undefined {
  if (versions.length > 0) return { reason: 'version-refused' };
  return http?.reason === undefined ? undefined : { reason: http.reason };
}

/** The version that the request before event `s` asked for. */
function askedVersion(log: Log, s: number): string | undefined {
  for (const event of before(log, s))
    if (event.k === 'message' && event.dir === 'c2s' && OPENS.includes(log.notes.get(event.s)?.method))
      return versionsIn(textOf(event))[0];
  return undefined;
}

/** The request of exchange `x`, which event `s` belongs to. */
function firstOf(log: Log, x: string, s: number): number {
  for (const event of before(log, s + 1))
    if (event.k === 'http' && event.x === x && event.phase === 'request') return event.s;
  return s;
}

function ofStatus(log: Log, status: number, end: number): Partial<Failure> {
  for (const event of before(log, end)) {
    if (event.k !== 'http' || event.phase !== 'response' || event.status !== status || event.step !== undefined)
      continue;
    const http = httpFailure(log.events, event.x, firstOf(log, event.x, event.s), end);
    return http ? { s: http.s, http, quote: http.quote } : {};
  }
  return {};
}

interface CorsFailure {
  /** HTTP status of the answer to the preflight, where it was seen. */
  readonly preflight?: number;
  /** Header lines that the server would have to send; one that only some answers lack begins with their status (`401 → …`). */
  readonly missing: readonly string[];
}

/** What the detail of a problem says of CORS, as `missingForCors` of `shared/transport` wrote it; undefined for a problem of another kind. */
function corsFailure(reason: string, detail = ''): CorsFailure | undefined {
  if (!reason.startsWith('cors-')) return undefined;
  const [first = '', ...rest] = detail.split('\n');
  const status = reason === 'cors-refused' ? /^OPTIONS → (\d+)$/u.exec(first)?.[1] : undefined;
  const lines = status === undefined ? [first, ...rest] : rest;
  return {
    missing: lines.filter((line) => line !== ''),
    ...(status === undefined ? {} : { preflight: Number(status) }),
  };
}

/** The opening request that waits for its response; undefined once a revision is agreed on, or when a problem says more. */
export function silentOpening({ connection, problem, revision, pending }: Readonly<SessionState>): Pending | undefined {
  if ((connection !== 'opening' && connection !== 'open') || problem || revision !== undefined) return undefined;
  return [...pending.values()].find(({ dir, by }) => dir === 'c2s' && by === 'auto');
}

const VERSION = /\b\d{4}-\d{2}-\d{2}\b/g;
const LISTS = ['supported', 'supportedVersions', 'supportedProtocolVersions', 'supported_versions'] as const;

/**
 * The versions known here that the error of a response names, the latest first, without the one that was asked for: in a list of
 * its `data` (2026-07-28, basic/versioning: `supported`), else in its message. Empty when it names none.
 */
function namedVersions(error: unknown, asked: string | undefined): string[] {
  if (!isObject(error)) return [];
  const { data, message } = error;
  const listed = isObject(data) ? LISTS.flatMap((name) => versionsIn(data[name])) : [];
  return known(listed.length > 0 ? listed : [...versionsIn(data), ...versionsIn(message)], asked);
}

/** The known versions among texts, the latest first, without the one that was asked for. */
const known = (named: readonly string[], asked: string | undefined): string[] =>
  REVISIONS.filter((each) => each !== asked && named.includes(each)).toReversed();

/** Versions in a text, or in the texts of a list. */
function versionsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => (typeof each === 'string' ? versionsIn(each) : []));
  return typeof value === 'string' ? [...value.matchAll(VERSION)].map(([version]) => version) : [];
}
