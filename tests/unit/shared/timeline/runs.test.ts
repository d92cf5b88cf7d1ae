import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { Timeline, type Run } from '#shared/timeline';
import { ENGLISH, runText } from '#shared/words';
import { c2s, failure, logOf, notification, OPEN, request, result, s2c } from '../../script.ts';
import { rowsOf } from '../../timeline-grown.ts';

const log = (level = 'info'): EventBody => s2c(notification('notifications/message', { level, data: 'x' }));
const line = (text: string): EventBody => ({ k: 'stderr', text: `${text}\n` });
const lines = (count: number): EventBody[] => Array.from({ length: count }, (_, at) => line(`line ${at}`));
const times = (count: number, ...bodies: readonly EventBody[]): EventBody[] =>
  Array.from({ length: count }, () => bodies).flat();

function timelineOf(of: SessionLog, whole = false): Timeline {
  const timeline = new Timeline(of, { filter: '', routine: false, whole });
  timeline.advance();
  return timeline;
}
const runsOf = (timeline: Timeline): Run[] => rowsOf(timeline).flatMap((row) => (row.type === 'run' ? [row.run] : []));
/** `3` for the row of an event, `3-9` for that of a run. */
const shown = (timeline: Timeline): string[] =>
  rowsOf(timeline).flatMap((row) =>
    row.type === 'run' ? `${row.s}-${row.run.events.at(-1)}` : row.type === 'event' ? String(row.s) : [],
  );
const saidOf = (of: SessionLog, run: Run, asOf?: number): string =>
  runText(ENGLISH, of, run, asOf)
    .parts.map(({ text }) => text)
    .join(' · ');

describe('runs', () => {
  test.each<[string, EventBody[], string[]]>([
    ['three log messages', times(3, log()), ['0', '1', '2']],
    ['four log messages', times(4, log()), ['0-3']],
    ['what stands between them', [...times(4, log()), c2s(request(1, 'ping')), log()], ['0-3', '4', '5']],
    ['errors, which stay in view', [...times(4, log()), log('error'), ...times(4, log())], ['0-3', '4', '5-8']],
    ['other notifications', times(5, s2c(notification('a'))), ['0-4']],
    ['both directions', [...times(3, s2c(notification('a'))), ...times(3, c2s(notification('a')))], [...'012345']],
    ['calls, which are never folded', times(5, c2s(request(1, 'tools/call'))), [...'01234']],
    ['pings with their answers', [...times(4, c2s(request(1, 'ping')), s2c(result(1)))], ['0-7']],
    ['fewer pings', [...times(3, c2s(request(1, 'ping')), s2c(result(1)))], [...'012345']],
    ['a failed ping', [c2s(request(1, 'ping')), s2c(failure(1)), ...times(4, log())], ['0', '1', '2-5']],
    ['thirteen lines of stderr', lines(13), Array.from({ length: 13 }, (_, at) => String(at))],
    ['more of them: the first and the last stay', lines(30), [...'012345', '6-25', '26', '27', '28', '29']],
  ])('%s', (_, bodies, expected) => expect(shown(timelineOf(logOf(...bodies)))).toEqual(expected));

  test('a run says how many it folds as of a moment, and what the last one says', () => {
    const of = logOf(
      ...Array.from({ length: 6 }, (_, at) => s2c(notification('notifications/progress', { progress: at, total: 9 }))),
    );
    const [run] = runsOf(timelineOf(of));
    expect(run && saidOf(of, run)).toBe('6 progress notifications · last: 5 / 9');
    expect(run && saidOf(of, run, 2)).toBe('3 progress notifications · last: 2 / 9');
  });

  test('unfolded, each event has its row below that of the run, and so have those that come later', () => {
    const of = logOf(...times(5, log()));
    const timeline = timelineOf(of);
    const [run] = runsOf(timeline);
    if (run) timeline.toggle(run);
    expect(shown(timeline)).toEqual(['0-4', '0', '1', '2', '3', '4']);
    of.append({ ...log(), s: 5, t: 10 });
    timeline.advance();
    expect(shown(timeline)).toEqual(['0-5', '0', '1', '2', '3', '4', '5']);
    expect(timeline.row(timeline.rowOf(0))).toEqual({ type: 'event', s: 0 });
    if (run) timeline.toggle(run);
    expect(shown(timeline)).toEqual(['0-5']);
  });

  test('idle time is within a run, ends a block of stderr, and is none while a request is open', () => {
    const of = new SessionLog();
    const append = (seconds: number, body: EventBody): void =>
      void of.append({ ...body, s: of.length, t: (of.events.at(-1)?.t ?? 0) + seconds * 1e6 });
    for (let at = 0; at < 5; at++) append(3, log());
    append(3, line('a'));
    append(3, line('b'));
    append(0, c2s(request(1, 'tools/call')));
    append(5, s2c(result(1)));
    const pauses = rowsOf(timelineOf(of)).filter(({ type }) => type === 'gap');
    expect(pauses).toEqual([
      { type: 'gap', s: 5, idle: 3e6 },
      { type: 'gap', s: 6, idle: 3e6 },
      { type: 'gap', s: 8, idle: 5e6, waiting: true },
    ]);
  });
});

describe('the version probe', () => {
  const asked = c2s(request(0, 'server/discover'), { by: 'auto' });
  const era = (reason: string, detail: string): EventBody => ({ k: 'connection', event: 'era', reason, detail });

  test('is one row with its refusal and the verdict; what else happens meanwhile has its own', () => {
    const of = logOf(...OPEN, asked, line('a'), s2c(failure(0, -32601)), era('error--32601', '2025-11-25'), log());
    const timeline = timelineOf(of);
    expect(shown(timeline)).toEqual(['0', '1', '2-5', '3', '6']);
    const [run] = runsOf(timeline);
    expect(run && saidOf(of, run)).toMatch(/^Version probe: using initialize · server\/discover got error/);
    if (run) timeline.toggle(run);
    expect(shown(timeline)).toEqual(['0', '1', '2-5', '2', '3', '4', '5', '6']);
  });

  test('refused over HTTP without an id is no fault: the server did not read that far', () => {
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Not initialized' } };
    const refused = (status: number): SessionLog =>
      logOf(
        { k: 'http', x: 'a', phase: 'request', method: 'POST' },
        c2s(request(0, 'server/discover'), { by: 'auto', x: 'a' }),
        { k: 'http', x: 'a', phase: 'response', status },
        s2c(refusal, { x: 'a' }),
        era('http-400', '2025-11-25'),
        { k: 'http', x: 'a', phase: 'end', by: 'server' },
      );
    expect([refused(400).faulty, refused(500).faulty]).toEqual([[], [3]]);
    expect(shown(timelineOf(refused(400)))).toEqual(['1-4']);
  });

  test('that is answered, or refused in a way that is a fault, is told as such', () => {
    const answered = logOf(
      ...OPEN,
      asked,
      s2c(result(0, { supportedVersions: ['2026-07-28'] })),
      era('discovered', '2026-07-28'),
    );
    const [run] = runsOf(timelineOf(answered));
    expect(run && saidOf(answered, run)).toMatch(/^Version probe: stateless, 2026-07-28 ✓/);
    const wrong = logOf(...OPEN, asked, s2c(failure(0, -32020)), era('error--32020', '2026-07-28'));
    expect(shown(timelineOf(wrong))).toEqual(['0', '1', '2', '3', '4']);
  });
});

describe('folding changes nothing but the rows', () => {
  const body = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(log(), line('x'), s2c(notification('a'))) },
    fc.constantFrom(
      log('error'),
      s2c('oops'),
      c2s(request(1, 'ping')),
      s2c(result(1)),
      c2s(request(2, 'server/discover'), { by: 'auto' }),
      s2c(failure(2)),
      { k: 'connection', event: 'era', detail: '2025-11-25' } as const,
    ),
  );
  const session = fc.array(fc.tuple(fc.nat(9), fc.constantFrom(0, 0, 0, 3e6), body), { maxLength: 30 }).map((parts) => {
    const bodies = parts.flatMap(([more, pause, each]) => Array.from({ length: more + 1 }, () => ({ pause, each })));
    let t = 0;
    return bodies.map(({ pause, each }, s) => ({ ...each, s, t: (t += pause + 1) }));
  });
  const picks = fc.array(fc.nat(), { maxLength: 6 });

  test('every event has a row or a run that stands for it, whatever was unfolded when', () => {
    fc.assert(
      fc.property(session, picks, fc.integer({ min: 1, max: 40 }), (events, toggles, batch) => {
        const of = new SessionLog();
        const timeline = new Timeline(of);
        const open = new Set<number>();
        for (const [at, event] of events.entries()) {
          of.append(event);
          if (at % batch > 0 && at < events.length - 1) continue;
          timeline.advance();
          const runs = runsOf(timeline);
          const run = runs[(toggles[at % 6] ?? 0) % Math.max(1, runs.length)];
          if (!run || toggles.length === 0) continue;
          const [first = -1] = run.events;
          if (!open.delete(first)) open.add(first);
          timeline.toggle(run);
        }
        timeline.advance();
        // As if all had come before anything was unfolded.
        const late = timelineOf(of);
        for (const run of runsOf(late)) if (open.has(run.events[0] ?? -1)) late.toggle(run);
        const rows = rowsOf(timeline);
        expect(rows).toEqual(rowsOf(late));
        for (const { s } of of.events) {
          const row = rows[timeline.ownRow(s)];
          expect(row?.s === s || (row?.type === 'run' && !row.run.open && row.run.events.includes(s))).toBe(true);
          expect(timeline.rowOf(s)).toBe(timeline.ownRow(s));
          expect(timeline.rowsOf(s)).toBe(rows.filter((each) => each.s < s).length);
        }
        expect(timeline.eventsOf(of.length)).toBe(of.length);
        for (const run of runsOf(timeline)) if (!run.open) timeline.toggle(run);
        const single = rowsOf(timeline).filter(({ type }) => type === 'event');
        expect(single).toEqual(rowsOf(timelineOf(of, true)).filter(({ type }) => type === 'event'));
      }),
    );
  });
});
