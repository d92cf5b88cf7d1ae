/** Runs of like events, each one row until unfolded, and the version probe with its outcome. Failures are never folded; runs only grow. */
import { countBefore, countBelow } from '#shared/base';
import type { Direction } from '#shared/recording';
import { isProbe, type SessionLog } from '#shared/session';
import { isTrouble } from './filter.ts';

/** `notification`: any other than log messages and progress; `stream`: what keeps an SSE stream alive. */
export type RunKind = 'probe' | 'log' | 'progress' | 'notification' | 'ping' | 'stderr' | 'stream';

export interface Run {
  readonly kind: RunKind;
  /** The events that are folded away, ascending; there are at least two, and the first stands for all. */
  readonly events: readonly number[];
  /** Each of them has a row of its own, below that of the run. */
  readonly open: boolean;
}
/** The events of a run that exist as of event `asOf`; fewer than two of them are no run yet. */
export const countOf = ({ events }: Run, asOf: number): number => countBelow(events, asOf + 1);

export interface GrowingRun extends Run {
  readonly events: number[];
  open: boolean;
}

/** Like events in a row from which on they are folded; a ping is two, with its answer. */
const MIN_RUN_LENGTH = 4;
const MIN_PINGS_LENGTH = 2 * MIN_RUN_LENGTH;
/** Lines of stderr that stay in view: the first of them or the last say why a server died. */
const FIRST_LINES = 6;
const LAST_LINES = 4;

interface Likeness {
  readonly kind: RunKind;
  readonly dir?: Direction;
  readonly method?: string;
  readonly grave?: boolean;
}

const GRAVE = /"level"\s*:\s*"(?:error|critical|alert|emergency)"/;
/** A level stands near the beginning of a log message. */
const MAX_LEVEL_OFFSET_CHARS = 400;

/** What makes event `s` like others; undefined for what always has a row of its own. */
function likeness(log: SessionLog, s: number, calls: boolean): Likeness | undefined {
  const [event, note] = [log.event(s), log.notes.get(s)];
  if (!event || !note || isTrouble(log, s)) return undefined;
  if (event.k === 'stderr') return { kind: 'stderr' };
  if (event.k === 'sse') return event.event === 'endpoint' ? undefined : { kind: 'stream' };
  if (event.k !== 'message') return undefined;
  const { method } = note;
  // Whose ping it is: its answer goes the other way. One that is a call may still fail.
  if (method === 'ping' && (note.kind === 'request' || note.kind === 'response'))
    return calls ? undefined : { kind: 'ping', dir: log.operations.get(note.op)?.dir ?? event.dir };
  if (note.kind !== 'notification' || method === undefined) return undefined;
  const { dir } = event;
  if (method === 'notifications/progress') return { kind: 'progress', dir };
  if (method !== 'notifications/message') return { kind: 'notification', dir, method };
  return { kind: 'log', dir, grave: GRAVE.test(event.raw?.slice(0, MAX_LEVEL_OFFSET_CHARS) ?? '') };
}

const identical = (one: Likeness, other: Likeness): boolean =>
  one.kind === other.kind && one.dir === other.dir && one.method === other.method && one.grave === other.grave;

/** The like events at the end of the rows: those before the fold are counted only. */
interface Growing {
  readonly like: Likeness;
  before: number;
  readonly kept: number[];
  run?: GrowingRun;
}

/** What one event changed: it was folded, or a run began with it. */
export interface RunChange {
  readonly run: GrowingRun;
  /** The event that is folded away with it: itself, or one that had a row until now. */
  readonly moved: number;
  /** The run begins with it: these have rows of their own behind it. */
  readonly kept?: readonly number[];
}

export class Runs {
  readonly #log: SessionLog;
  readonly #runs: GrowingRun[] = [];
  readonly #probes: GrowingRun[] = [];
  #growing: Growing | undefined;
  #probe: { readonly op: number; readonly x: string | undefined; readonly s: number; run?: GrowingRun } | undefined;

  readonly #calls: boolean;

  /** `calls`: messages of a call have one row. */
  constructor(log: SessionLog, calls = false) {
    this.#log = log;
    this.#calls = calls;
  }

  of(s: number): GrowingRun | undefined {
    return find(this.#runs, s) ?? find(this.#probes, s);
  }

  /** Event `s` comes, after a pause or as the first of its phase: then lines of stderr, or all, are others than before. Undefined for what has a row. */
  process(s: number, paused: boolean, phase: boolean): RunChange | undefined {
    const probe = this.addToProbe(s);
    if (probe) return probe;
    if (phase || (paused && this.#growing?.like.kind === 'stderr')) this.#growing = undefined;
    const like = likeness(this.#log, s, this.#calls);
    let growing = this.#growing;
    if (!like || !growing || !identical(like, growing.like))
      growing = this.#growing = like && { like, before: 0, kept: [] };
    if (!growing) return undefined;
    const [first, last] = growing.like.kind === 'stderr' ? [FIRST_LINES, LAST_LINES] : [0, 0];
    if (growing.before < first) {
      growing.before++;
      return undefined;
    }
    const { kept } = growing;
    kept.push(s);
    if (growing.run) {
      const moved = kept.shift() ?? s;
      growing.run.events.push(moved);
      return { run: growing.run, moved };
    }
    if (kept.length < (growing.like.kind === 'ping' ? MIN_PINGS_LENGTH : MIN_RUN_LENGTH) + last) return undefined;
    const run = { kind: growing.like.kind, events: kept.splice(0, kept.length - last), open: false };
    growing.run = run;
    this.#runs.push(run);
    return { run, moved: s, kept };
  }

  /** The probe, its answer and its HTTP steps, and the verdict are one row; what else happens meanwhile has its own. */
  addToProbe(s: number): RunChange | undefined {
    const [event, note] = [this.#log.event(s), this.#log.notes.get(s)];
    if (!event || !note) return undefined;
    const { operations } = this.#log;
    const opened = operations.openedOf(note.op) === s ? operations.get(note.op) : undefined;
    if (opened && isProbe(opened)) {
      this.#probe = { op: note.op, x: opened.x, s };
      return undefined;
    }
    const probe = this.#probe;
    if (!probe) return undefined;
    const verdict = event.k === 'connection' && event.event === 'era';
    const belongs =
      (event.k === 'message' && note.op === probe.op) ||
      (event.k === 'timeout' && event.at === probe.s) ||
      ((event.k === 'http' || event.k === 'body') && event.x === probe.x);
    if (!belongs && !verdict) return undefined;
    if (verdict || isTrouble(this.#log, s)) this.#probe = undefined;
    if (isTrouble(this.#log, s) || (verdict && !probe.run)) return undefined;
    if (probe.run) {
      probe.run.events.push(s);
      return { run: probe.run, moved: s };
    }
    probe.run = { kind: 'probe', events: [probe.s, s], open: false };
    this.#probes.push(probe.run);
    return { run: probe.run, moved: s, kept: [] };
  }
}

function find(runs: readonly GrowingRun[], s: number): GrowingRun | undefined {
  const run = runs[countBefore(runs.length, (at) => (runs[at]?.events[0] ?? Infinity) <= s) - 1];
  return run && run.events[countBelow(run.events, s)] === s ? run : undefined;
}
