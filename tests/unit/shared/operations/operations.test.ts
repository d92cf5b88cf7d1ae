/** Operations as lines: the same whatever follows, in every session. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  operationLine,
  operationOrder,
  OPERATION_SORTS,
  SlowestCall,
  toolStatistics,
  type OperationLine,
  type OperationSort,
  type Span,
  type ToolStatistics,
} from '#shared/operations';
import type { WireEvent } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { sessions } from '../../fold-properties.ts';
import { runs } from '../../seed.ts';

const logOf = (events: readonly WireEvent[]): SessionLog => {
  const log = new SessionLog();
  for (const event of events) log.append(event);
  return log;
};

const CALLED: readonly string[] = ['tools/call', 'prompts/get', 'resources/read'];
const SORTS: readonly OperationSort[] = OPERATION_SORTS;

/** A line as plain data: the events of an operation are cut only when they are looked at. */
const plain = (line: OperationLine | undefined): unknown =>
  line && { ...line, operation: { ...line.operation, events: [...line.operation.events] } };

describe('the operations of any session', () => {
  test('as of an event are those of a session that ends there', () => {
    fc.assert(
      fc.property(sessions, (events) => {
        const whole = logOf(events);
        const prefix = new SessionLog();
        const growing = new SlowestCall(prefix);
        for (const event of events) {
          prefix.append(event);
          const order = operationOrder(prefix);
          expect(operationOrder(whole, event.s)).toEqual(order);
          for (const index of order)
            expect(plain(operationLine(whole, index, event.s))).toEqual(plain(operationLine(prefix, index)));
          for (const sort of SORTS)
            expect(operationOrder(whole, event.s, sort)).toEqual(operationOrder(prefix, Infinity, sort));
          expect(toolStatistics(whole, event.s)).toEqual(toolStatistics(prefix));
          growing.advance(1);
          expect(new Set(prefix.operations.map(({ index }) => prefix.operations.firstOf(index)))).toEqual(
            new Set(order),
          );
        }
        // However it was looked at meanwhile, the slowest of the whole is the same.
        growing.advance();
        const once = new SlowestCall(whole);
        once.advance();
        const took = (op: number | undefined): number | undefined => operationLine(whole, op ?? -1)?.took;
        expect(took(growing.op)).toBe(took(once.op));
      }),
      { numRuns: runs(150) },
    );
  });

  test('have everything within their time', () => {
    fc.assert(
      fc.property(sessions, (events) => {
        const log = logOf(events);
        for (const index of operationOrder(log)) {
          const span: Span | undefined = operationLine(log, index)?.span;
          if (!span) throw new Error(`operation ${index} has no line`);
          const end = span.to ?? Infinity;
          for (const tick of span.ticks) expect(tick >= span.from && tick <= end).toBe(true);
          for (const { from, to } of [...span.nested, ...span.person, ...span.retries]) {
            expect(from >= span.from && from <= end).toBe(true);
            expect((to ?? end) >= from && (to ?? end) <= end).toBe(true);
          }
        }
      }),
      { numRuns: runs(150) },
    );
  });

  test('are counted once by the statistics, however they ended', () => {
    fc.assert(
      fc.property(sessions, (events) => {
        const log = logOf(events);
        const named = operationOrder(log).flatMap((index) => {
          const line = operationLine(log, index);
          return line?.name !== undefined && CALLED.includes(line.method) ? [line] : [];
        });
        const all = toolStatistics(log);
        const sum = (of: (each: ToolStatistics) => number): number => all.reduce((n, each) => n + of(each), 0);
        expect(sum(({ count }) => count)).toBe(named.length);
        expect(sum(({ open }) => open)).toBe(named.filter(({ outcome }) => outcome === 'open').length);
        expect(sum(({ sent }) => sent)).toBe(named.reduce((n, { sent }) => n + sent, 0));
        expect(sum(({ received }) => received)).toBe(named.reduce((n, { received }) => n + received, 0));
        expect(sum(({ failures }) => Object.values(failures).reduce((a, b) => a + b, 0))).toBe(
          named.filter(({ outcome }) => !['open', 'result', 'silence'].includes(outcome)).length,
        );
      }),
      { numRuns: runs(150) },
    );
  });
});
