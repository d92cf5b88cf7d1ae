/** What went wrong in a session, counted and listed as its log grows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTrouble, Troubles } from '#shared/timeline';
import { SessionLog } from '#shared/session';
import { conversation, toEvents } from '../../arbitraries.ts';

test('however the events come, the list is what a search through all of them finds, as of any event', () => {
  fc.assert(
    fc.property(conversation, fc.integer({ min: 1, max: 7 }), fc.nat(), (bodies, pieces, at) => {
      const events = toEvents(bodies);
      const log = new SessionLog();
      const troubles = new Troubles(log);
      for (const event of events) {
        log.append(event);
        if (event.s % pieces === 0) troubles.advance(pieces + 1);
      }
      while (troubles.advance(pieces));
      const wrong = events.map(({ s }) => s).filter((s) => isTrouble(log, s));
      const shown = events.length === 0 ? 0 : at % (events.length + 1);
      const { violations, errors } = troubles.counts(shown);
      expect(violations + errors).toBe(wrong.filter((s) => s < shown).length);
      expect(violations).toBe(log.faulty.filter((s) => s < shown).length);
      expect(troubles.found).toEqual(wrong);
    }),
  );
});
