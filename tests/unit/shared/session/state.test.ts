import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SESSION, SessionLog, type SessionState } from '#shared/session';
import { plain } from '../../plain.ts';
import { anyEvents, conversation, eventBody, sessionBody, toEvents } from '../../arbitraries.ts';
import { c2s, handshake, logOfEvents, notification, request, result, s2c } from '../../script.ts';
import { runs } from '../../seed.ts';

/** A copy that later events can't change. */
const frozen = (state: Readonly<SessionState>): unknown => plain(state);

/** Everything a log knows. */
const knowledge = (log: SessionLog): unknown => ({
  state: frozen(log.state),
  operations: structuredClone([...log.operations]),
  notes: structuredClone([...log.notes]),
  faulty: [...log.faulty],
});

const sequences = fc.oneof(
  anyEvents(sessionBody, 40),
  fc.array(sessionBody, { maxLength: 30 }).map((tail) => toEvents([...handshake(), ...tail])),
  anyEvents(eventBody),
  conversation.map(toEvents),
);

describe('the session fold over any events', () => {
  test('is the same whether states are looked at on the way or not', () => {
    fc.assert(
      fc.property(sequences, (events) => {
        const looked = new SessionLog();
        for (const event of events) {
          looked.append(event);
          looked.asOf(SESSION, event.s >> 1);
          looked.decoded(event.s);
        }
        expect(knowledge(looked)).toEqual(knowledge(logOfEvents(events)));
      }),
      { numRuns: runs(300) },
    );
  });

  test('of a prefix never depends on what follows', () => {
    fc.assert(
      fc.property(sequences, fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), (events, places) => {
        const whole = logOfEvents(events);
        for (const place of places) {
          const length = place % (events.length + 1);
          const prefix = logOfEvents(events.slice(0, length));
          expect(whole.asOf(SESSION, length - 1)).toEqual(prefix.state);
          expect(whole.notes.slice(0, length)).toEqual([...prefix.notes]);
          const operations = whole.operationsAsOf(length - 1);
          expect([...operations]).toEqual([...prefix.operations]);
          expect(operations.length).toBe(prefix.operations.length);
          expect(operations.of(place)).toEqual(prefix.operationOf(place));
          expect(operations.spanning(place >> 1, Infinity)).toEqual(prefix.spanning(place >> 1, length - 1));
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test('keeps its tables in step with each other', () => {
    fc.assert(
      fc.property(sequences, (events) => {
        const log = logOfEvents(events);
        expect(log.notes).toHaveLength(events.length);
        expect(log.state.operations).toBe(log.operations.length);
        const open = log.operations.filter(({ outcome }) => outcome === undefined).map(({ index }) => index);
        // An operation is open while a request of it is, or while it waits for input; a late answer may end it before that.
        const inputs = [...log.state.awaited].flatMap(([op, { taskId }]) => (taskId === undefined ? [op] : []));
        const waiting = [...[...log.state.pending.values()].map(({ op }) => op), ...inputs];
        expect([...new Set(waiting)].sort((a, b) => a - b)).toEqual(open);
        const sent = [...log.state.pending].flatMap(([key, { dir, s }]) => (dir === 'c2s' ? [`${s} ${key}`] : []));
        const bySent = [...log.state.sent.groups()].flatMap((s) =>
          [...log.state.sent.of(s)].map((key) => `${s} ${key}`),
        );
        expect(bySent.sort()).toEqual(sent.sort());
        expect([...log.state.pending.values()].every(({ kind }) => kind === 'request')).toBe(true);
        expect(log.state.malformed.at(-1)).toBe([...log.state.unreadable.keys()].at(-1));
        const silent = log.operations.filter(({ kind, closed }) => kind === 'malformed' && closed === undefined);
        expect([...log.state.unreadable.values()].map(({ op }) => op)).toEqual(silent.map(({ index }) => index));
        expect(silent.every(({ outcome }) => outcome === 'silence')).toBe(true);
        for (const { events: own, opened, closed } of log.operations) {
          expect(own[0]).toBe(opened);
          expect(own).toEqual([...own].sort((a, b) => a - b));
          if (closed !== undefined) expect(closed).toBeGreaterThanOrEqual(opened);
        }
        for (const { s } of events) {
          const ended = log.operations.filter(({ closed }) => closed === s);
          expect(log.endedBy(s)).toEqual(expect.arrayContaining(ended));
        }
        expect(log.faulty).toEqual(log.notes.flatMap(({ faults }, s) => (faults ? [s] : [])));
      }),
      { numRuns: runs(500) },
    );
  });

  test('ignores events that are out of place', () => {
    const events = toEvents(handshake());
    const log = logOfEvents(events);
    const before = knowledge(log);
    for (const event of events) expect(log.append(event)).toBeUndefined();
    expect(log.append({ s: 99, t: 0, k: 'note', at: 0, text: '' })).toBeUndefined();
    expect(knowledge(log)).toEqual(before);
  });
});

test('any state of a long session is the fold of its prefix, looked at in any order', () => {
  const calls = Array.from({ length: 2500 }, (_, at) => [
    c2s(request(at + 2, 'tools/call', { name: 'echo' })),
    ...(at % 3 === 0 ? [s2c(notification('notifications/message', { data: at }))] : []),
    ...(at % 5 === 0 ? [] : [s2c(result(at + 2))]),
  ]).flat();
  const events = toEvents([...handshake(), ...calls]);
  const log = logOfEvents(events);
  const places = [
    -1,
    0,
    2047,
    2048,
    2049,
    2046,
    4096,
    4095,
    5000,
    4999,
    3000,
    10,
    events.length - 2,
    events.length - 1,
  ];
  for (const s of places) expect(log.asOf(SESSION, s)).toEqual(logOfEvents(events.slice(0, s + 1)).state);
});
