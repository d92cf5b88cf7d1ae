/** What an event changed of what is known of the session, in words. */
import { SERVER_LISTS } from '#shared/mcp';
import type { StateChange } from '#shared/session';
import type { Words } from './dictionary.ts';
import { asItIs, cutTo, entryOf, oneLine, type ShowUrl } from './text.ts';

const MAX_VALUE_CHARS = 80;

/** One change in words: `Phase` and `Initialization → Operation`, `Tools` and `13`. Values of the wire are on one line and cut. */
export function changeText(change: StateChange, words: Words, showUrl: ShowUrl = asItIs) {
  const { names, gone } = words.changes;
  const { name, of, from, to } = change;
  const about = of === undefined ? '' : (entryOf<string>(names, of) ?? cutTo(MAX_VALUE_CHARS, oneLine(of)));
  if (name === 'stale') return { name: about, value: to === undefined ? words.changes.fresh : words.changes.stale };
  const say = (value: string | number): string => valueText(change, value, words, showUrl);
  const isList = SERVER_LISTS.some(({ list }) => list === name);
  const known = to === undefined ? gone : isList ? words.changes.known(say(to)) : say(to);
  const value = from === undefined || from === 0 || to === undefined ? known : `${say(from)} → ${known}`;
  return { name: [names[name], about].filter(Boolean).join(' '), value };
}

function valueText({ name }: StateChange, value: string | number, words: Words, showUrl: ShowUrl): string {
  const { values } = words.changes;
  if (typeof value === 'number') return String(value);
  switch (name) {
    case 'phase':
      return entryOf<string>(words.rows.phases, value) ?? value;
    case 'era':
      return entryOf<string>(words.eras.names, value) ?? value;
    case 'connection':
    case 'process':
    case 'http-session':
      return entryOf<string>(values, value) ?? value;
    case 'problem':
      return entryOf(words.problems.reasons, value)?.title ?? oneLine(value);
    case 'endpoint':
      return cutTo(MAX_VALUE_CHARS, oneLine(showUrl(value)));
    default:
      return cutTo(MAX_VALUE_CHARS, oneLine(value));
  }
}
