/** What is true of every fold over a session, as tests that a fold's own test file calls. */
import fc from 'fast-check';
import { runs } from './seed.ts';
import { expect, test } from 'vitest';
import type { WireEvent } from '#shared/recording';
import { copyState, SessionFold, SessionLog, type Fold } from '#shared/session';
import { Answered } from '../../shared/session/answered.ts';
import { anyEvents, conversation, eventBody, sessionBody, toEvents } from './arbitraries.ts';
import { plain } from './plain.ts';
import { handshake } from './script.ts';

/** Sessions of all kinds: events that have nothing to do with each other, conversations, and what follows a handshake. */
export const sessions: fc.Arbitrary<WireEvent[]> = fc.oneof(
  anyEvents(sessionBody, 40),
  fc.array(sessionBody, { maxLength: 30 }).map((tail) => toEvents([...handshake(), ...tail])),
  anyEvents(eventBody),
  conversation.map(toEvents),
);

function following<State extends object>(fold: Fold<State>, events: readonly WireEvent[]): SessionLog {
  const log = new SessionLog();
  log.follow(fold);
  for (const event of events) log.append(event);
  return log;
}

/** A fold never throws, and gives the same however its events are cut, whatever follows, and from a copy of its state on. */
export function foldProperties<State extends object>(
  fold: Fold<State>,
  {
    events = sessions,
    numRuns = runs(150),
  }: { readonly events?: fc.Arbitrary<WireEvent[]>; readonly numRuns?: number } = {},
): void {
  test('the state at any event is that of a session that ends there, looked at in any order', () => {
    fc.assert(
      fc.property(events, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (all, places) => {
        const whole = following(fold, all);
        const late = new SessionLog();
        for (const event of all) late.append(event);
        expect(plain(late.follow(fold))).toEqual(plain(whole.follow(fold)));
        for (const place of places) {
          const s = (place % (all.length + 1)) - 1;
          const prefix = plain(following(fold, all.slice(0, s + 1)).follow(fold));
          expect(plain(whole.asOf(fold, s))).toEqual(prefix);
          expect(plain(late.cursor().asOf(fold, s))).toEqual(prefix);
        }
      }),
      { numRuns },
    );
  });

  test('a copy of the state goes on like the original, and neither changes the other', () => {
    fc.assert(
      fc.property(events, fc.nat(), (all, place) => {
        const at = place % (all.length + 1);
        const original = new SessionFold();
        const state = fold.init();
        original.follow(fold, state);
        for (const event of all.slice(0, at)) original.append(event);
        const before = plain(state);
        const copied = fold.copy(state);
        // How requests ended is no part of the state: whoever goes on from a copy knows it from elsewhere.
        const ends = new Answered();
        const earlier = new SessionFold(undefined, ends);
        for (const event of all.slice(0, at)) earlier.append(event);
        const copy = new SessionFold(copyState(original.state), ends);
        copy.follow(fold, copied);
        for (const event of all.slice(at)) copy.append(event);
        const after = plain(copied);
        expect(plain(state)).toEqual(before);
        for (const event of all.slice(at)) original.append(event);
        expect(plain(state)).toEqual(after);
        expect(plain(copied)).toEqual(after);
      }),
      { numRuns },
    );
  });
}
