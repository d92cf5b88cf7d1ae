/** Whatever a file holds: it opens, or is refused with the line named, and then everything a viewer does with it holds. */
import { describe, expect, test } from 'vitest';
import { summarize } from '#shared/library';
import {
  eventBytes,
  notesAt,
  readRecorded,
  recordingLines,
  selectEvents,
  type HeldRecording as Recorded,
  type RecordingProblem,
} from '#shared/recording';
import { SESSION, SessionLog } from '#shared/session';
import { describe as describeRow, SessionAxis, StripLayout, Timeline, Troubles } from '#shared/timeline';
import { runs, seed } from '../../seed.ts';
import { BASES, DAMAGES, LARGE_DAMAGES, randomFrom, type Random } from '../../hostile-cases.ts';

const FILTERS = ['status:error', 'method:tools/* -id:1', 'size:>10 dur:>1ms', 'hello "a b" kind:unknown'];

/** What is wrong with an event that is there. */
const isKept = ({ code }: RecordingProblem): boolean => code === 'clock-back' || code === 'unknown-direction';

/** As `expect(holds).toBe(true)`, for what is asked a million times. */
function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Everything a viewer does with a recording. */
function view(recorded: Recorded, random: Random): void {
  const { events } = recorded;
  const log = new SessionLog();
  for (const event of events) check(log.append(event) !== undefined, 'an event is taken in');
  for (const options of [
    { filter: '', routine: true },
    { filter: FILTERS[random(FILTERS.length)] ?? '', routine: false },
  ]) {
    const timeline = new Timeline(log, options);
    timeline.advance();
    const troubles = new Troubles(log);
    troubles.advance();
    const { axis } = new SessionAxis(log);
    const layout = new StripLayout(log, axis, 100, timeline, troubles.found);
    check(!layout.advance() && layout.strip.beside.length === 100, 'the strip is whole');
    for (let index = 0; index < timeline.length; index++) check(timeline.row(index) !== undefined, 'a row is there');
    for (const s of [0, random(events.length + 1), events.length]) {
      const position = axis.position(events[s]?.t ?? 0);
      check(position >= 0 && position <= 1 + 1e-9, 'an event has its place');
      check(timeline.rowOf(s) >= 0 && timeline.rowOf(s) <= timeline.length, 'an event has its row');
    }
  }
  for (let s = 0; s < events.length; s++) {
    const row = describeRow(log, s, random(events.length));
    check(row?.s === s, 'a row is described');
    // What is shown of a payload is short, whatever is in it.
    check((row?.text ?? '').length < 300 && (row?.details.length ?? 0) < 10, 'a row is short');
    for (const detail of row?.details ?? [])
      check(!('text' in detail) || detail.text.length < 300, 'a detail is short');
    eventBytes(events[s]);
  }
  const at = random(events.length + 1) - 1;
  check(log.asOf(SESSION, at).events === at + 1, 'the state of then is found');
  log.spanning(0, at);
  notesAt(events);
  check(summarize(recorded).events === events.length, 'the facts are counted');
}

/** Read a case and look at it. Gives how it was taken. */
function tryCase(bytes: Uint8Array | string, random: Random): 'whole' | 'in part' | 'refused' {
  const text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
  const { recorded, summary } = readRecorded(text);
  const { damage: problem } = summary;
  const inOrder = summary.problems.every(({ line }, at) => line >= (summary.problems[at - 1]?.line ?? 1));
  check(inOrder && (problem?.places ?? 0) >= summary.problems.length, 'problems are named in order, and counted');
  check(recorded?.events.every(({ s }, at) => s === at) ?? true, 'numbers are dense');
  if (!recorded) {
    check(problem?.line === 1, 'the first line is named');
    return 'refused';
  }
  check(problem === undefined || problem.line > 1, 'the line is named');
  view(recorded, random);
  // What was opened can be written and opened again, whole or in part.
  const lines = [...recordingLines(recorded)];
  const again = readRecorded(lines.join('\n'));
  check(again.summary.problems.every(isKept), 'what was written is read');
  check([...(again.recorded ? recordingLines(again.recorded) : [])].join() === lines.join(), 'it is read as it was');
  const part = selectEvents(recorded, ({ s }) => s % 3 !== 1);
  check(
    readRecorded([...recordingLines(part)].join('\n')).summary.problems.every(isKept),
    'a part of it is a recording',
  );
  return problem ? 'in part' : 'whole';
}

function tryAll(damage: (typeof DAMAGES)[string] | undefined, cases: number, first: number): Map<string, number> {
  const outcomes = new Map<string, number>();
  for (let at = 0; at < cases; at++) {
    const random = randomFrom(first * 1_000_003 + at);
    const file = damage?.(BASES[random(BASES.length)] ?? [], random) ?? '';
    let outcome: string;
    try {
      outcome = tryCase(file, random);
    } catch (error) {
      throw new Error(`case ${at} of seed ${first}`, { cause: error });
    }
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return outcomes;
}

describe('a recording', () => {
  test.each(Object.keys(DAMAGES).map((name, index) => [name, index] as const))('%s', (name, index) => {
    const outcomes = tryAll(DAMAGES[name], runs(1400), seed(index + 1));
    // Were all refused, nothing would have been looked at.
    expect((outcomes.get('whole') ?? 0) + (outcomes.get('in part') ?? 0)).toBeGreaterThan(runs(200));
  });

  test.each(Object.keys(LARGE_DAMAGES).map((name, index) => [name, index] as const))('%s', (name, index) => {
    expect(tryAll(LARGE_DAMAGES[name], runs(70), seed(index + 101)).size).toBeGreaterThan(0);
  });
});
