/** Log messages and progress are folded without reading them whole, and every fold is what it is when they are read. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FINDINGS } from '#shared/findings';
import type { Decoded } from '#shared/jsonrpc';
import { LENSES } from '#shared/lenses';
import { FACTS } from '#shared/library';
import type { EventBody, WireEvent } from '#shared/recording';
import {
  decodeEvent,
  OBLIGATIONS,
  PlainNotification,
  SESSION,
  SessionFold,
  type Fold,
  type StepNote,
} from '#shared/session';
import { Answered } from '../../../../shared/session/answered.ts';
import { stepSession } from '../../../../shared/session/step.ts';
import { anyEvents, conversation, sessionBody, toEvents } from '../../arbitraries.ts';
import { handshake } from '../../script.ts';
import { runs } from '../../seed.ts';

const FOLDS: readonly Fold<object>[] = [...LENSES, OBLIGATIONS, FACTS, FINDINGS];

/** Reads every message. */
class Reading {
  readonly state = SESSION.init();
  readonly states = FOLDS.map((fold) => fold.init());
  readonly #ends = new Answered();

  append(event: WireEvent): StepNote {
    const decoded = decodeEvent(event);
    const note = this.#ends.complete(stepSession(this.state, event, decoded));
    const own = event.k === 'message' && event.of !== undefined ? undefined : decoded;
    for (const [index, fold] of FOLDS.entries()) fold.step(this.states[index] ?? {}, event, own, note);
    return note;
  }
}

const whole = (decoded: Decoded | undefined): unknown => {
  if (!(decoded instanceof PlainNotification)) return decoded;
  const { kind, method, params, faults } = decoded;
  return { kind, method, params, faults };
};

const aside = fc.constantFrom(
  ...[
    '{"method":"notifications/message","params":{"level":"info","data":{"n":[1]}},"jsonrpc":"2.0"}',
    '{"method":"notifications/message","params":{"level":"loud","data":{"n":[1]}},"jsonrpc":"2.0"}',
    '{"method":"notifications/message","params":{"level":"info"},"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2}}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"1","progress":3',
  ].flatMap((raw): EventBody[] => [
    { k: 'message', dir: 's2c', raw },
    { k: 'message', dir: 's2c', x: '1', raw },
    { k: 'message', dir: 's2c', x: '1', sse: { id: 'e', retry: 5 }, raw },
  ]),
);
const request = (id: number): EventBody => {
  const params = { name: 'a', _meta: { progressToken: id } };
  return { k: 'message', dir: 'c2s', raw: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }) };
};
const busy = fc
  .array(fc.oneof(aside, aside, fc.integer({ min: 0, max: 3 }).map(request), sessionBody), { maxLength: 40 })
  .chain((bodies) =>
    fc.constantFrom(toEvents(bodies), toEvents([...handshake('2025-11-25', { logging: {} }), ...bodies])),
  );

test('reading every message gives the same', () => {
  let passed = 0;
  fc.assert(
    fc.property(fc.oneof(busy, busy, anyEvents(), conversation.map(toEvents)), (events) => {
      const fold = new SessionFold();
      const followed = FOLDS.map((each) => fold.follow(each, each.init()));
      const read = new Reading();
      for (const event of events) {
        const [note, expected] = [fold.append(event), read.append(event)];
        if (note?.decoded instanceof PlainNotification) passed++;
        expect({ ...note, decoded: whole(note?.decoded) }).toEqual(expected);
        expect(fold.state).toEqual(read.state);
      }
      expect(followed).toEqual(read.states);
    }),
    { numRuns: runs(300) },
  );
  expect(passed).toBeGreaterThan(10);
});
