/** What an event means, in a sentence or two for someone who meets the protocol for the first time. */
import type { WireEvent } from '#shared/recording';
import { SESSION, type SessionLog } from '#shared/session';
import type { Words } from '../dictionary.ts';
import { asItIs, type ShowUrl } from '../text.ts';
import { asked } from './asked.ts';
import { answered } from './answered.ts';
import { happened } from './happened.ts';
import { joined, type Place, type States } from './place.ts';

/**
 * What event `s` of a log means: what a message asks, says or answers, what an event of the process or the connection does. Looks at
 * the message, its operation and the session just before (`states`: the log, or a cursor of it for someone who goes from event to
 * event). Values of the wire are on one line and cut. Never empty for an event that is there, empty for one that is not; never throws.
 */
export function meaningOf(
  words: Words,
  log: SessionLog,
  s: number,
  states: States = log,
  showUrl: ShowUrl = asItIs,
): string {
  const event = log.event(s);
  return event ? tidy(sentenceOf({ words, log, s, before: () => states.asOf(SESSION, s - 1), showUrl }, event)) : '';
}

/** A text of the wire that ends the sentence may have a stop of its own. */
const tidy = (text: string): string => text.replace(/([.!?…。！？]["”]?)[.。]$/, '$1');

function sentenceOf(place: Place, event: WireEvent): string {
  const { words, log, s } = place;
  if (event.k !== 'message') return happened(place, event);
  const decoded = log.decoded(s);
  const t = words.meaning;
  const who = t.sides[event.dir];
  switch (decoded?.kind) {
    case 'request':
    case 'notification':
      return asked(place, event, decoded);
    case 'response':
      return answered(place, event, decoded);
    case 'batch': {
      const names = decoded.items.slice(0, 5).flatMap((item) => ('method' in item ? [item.method] : []));
      return t.batch(who, decoded.items.length, joined(names, ', '));
    }
    default:
      return t.malformed(who);
  }
}
