/** What a tap did with one message, found from any of its events. */
import type { TapBody, WireEvent } from '#shared/recording';
import { leavesTap, stopsAtTap } from './at-tap.ts';
import type { SessionLog } from './log.ts';

export interface TapStory {
  /** Event of the message as its author sent it. */
  readonly at: number;
  /** What the tap did with it, in order. */
  readonly acts: readonly (TapBody & WireEvent)[];
  /** Events of what went on in its place, or of the response that its author got from the tap. */
  readonly sent: readonly number[];
  /** Microseconds for which it waited; undefined while it does. */
  readonly held: number | undefined;
}

/** Events after a message of no operation, searched for its outcome. */
const MAX_EXAMINED_COUNT = 5000;
/** Acts that give the author of the message something. */
const ANSWERS: ReadonlySet<TapBody['act']> = new Set(['answer', 'fail']);

/** The story of the message that event `s` is, or is about, as of event `asOf`; undefined where no tap touched it. Never throws. */
export function tapStory(log: SessionLog, s: number, asOf = Infinity): TapStory | undefined {
  const at = messageOf(log, s);
  const came = at === undefined ? undefined : log.event(at);
  if (at === undefined || came?.k !== 'message' || at > asOf) return undefined;
  const events = eventsAfter(log, at).filter((each) => each <= asOf);
  const acts: (TapBody & WireEvent)[] = [];
  const sent: number[] = [];
  let left: number | undefined;
  for (const each of events) {
    const event = log.event(each);
    if (!event) continue;
    if (event.k === 'tap' && event.at === at) acts.push(event);
    if (event.k === 'message' && event.of === at) sent.push(each);
    if (leavesTap(event) === at) left ??= event.t;
  }
  if (acts.length === 0 && sent.length === 0 && !stopsAtTap(came)) return undefined;
  if (acts.some(({ act }) => ANSWERS.has(act)))
    sent.push(...events.filter((each) => isAnswer(log.event(each), came.dir)));
  // What did not stop there went on at once.
  return { at, acts, sent, held: left === undefined ? (stopsAtTap(came) ? undefined : 0) : left - came.t };
}

/** The event of the message that an event is about. */
function messageOf(log: SessionLog, s: number): number | undefined {
  const event = log.event(s);
  if (event?.k === 'tap') return event.at;
  if (event?.k !== 'message') return undefined;
  if (event.of !== undefined) return event.of;
  const operation = log.operationOf(s);
  // A response to what the tap asked is for the tap.
  if (stopsAtTap(event)) return operation?.by === 'tap' ? undefined : s;
  if (event.by !== 'tap') return undefined;
  const about = operation?.events.find((each) => {
    const act = log.event(each);
    return act?.k === 'tap' && ANSWERS.has(act.act);
  });
  const act = about === undefined ? undefined : log.event(about);
  return act?.k === 'tap' ? act.at : s;
}

function eventsAfter(log: SessionLog, at: number): number[] {
  const own = log.operationOf(at)?.events;
  if (own) return own.filter((each) => each > at);
  return Array.from({ length: Math.min(MAX_EXAMINED_COUNT, log.length - at - 1) }, (_, each) => at + 1 + each);
}

const isAnswer = (event: WireEvent | undefined, asked: 'c2s' | 's2c'): boolean =>
  event?.k === 'message' && event.by === 'tap' && event.of === undefined && event.dir !== asked;
