/**
 * Finds the server's log messages, resource updates and finished elicitations without reading the whole log again: every event is looked at once,
 * a bounded number of them in a frame.
 */
import { isObject, type Decoded } from '#shared/jsonrpc';
import type { SessionLog } from '#shared/session';
import type { SessionView } from './session-view.svelte.ts';

/** Milliseconds a frame may spend. */
const BUDGET = 6;
const UPDATED = 'notifications/resources/updated';
const COMPLETED = 'notifications/elicitation/complete';
const LOGGED = 'notifications/message';
/** The notifications that are looked into. */
const READ: readonly string[] = [UPDATED, COMPLETED, LOGGED];
/** From the least to the most severe (server/utilities/logging). */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export class NoticeIndex {
  readonly #log: SessionLog;
  /** Events by the least level at which they are shown: a message is in the list of its own level and of those below. */
  readonly #messages: readonly number[][] = LOG_LEVELS.map(() => []);
  readonly #updates = new Map<string, number[]>();
  /** Event that said so, by elicitation. */
  readonly #completed = new Map<string, number>();
  readonly #bySubscription = new Map<number, number[]>();
  #next = 0;

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Look at events that were not looked at before. Gives true when there are more than fit into this frame. */
  advance(now: () => number): boolean {
    const until = now() + BUDGET;
    for (; this.#next < this.#log.notes.length; this.#next++) {
      const note = this.#log.notes[this.#next];
      if (note?.kind !== 'notification') continue;
      if (note.op >= 0 && this.#log.operations[note.op]?.method === 'subscriptions/listen')
        push(this.#bySubscription, note.op, this.#next);
      if (note.method === undefined || !READ.includes(note.method)) continue;
      const { uri, elicitationId, level } = noticeParams(this.#log.decoded(this.#next)) ?? {};
      if (note.method === LOGGED) this.#logged(level, this.#next);
      if (note.method === UPDATED && typeof uri === 'string') push(this.#updates, uri, this.#next);
      if (note.method === COMPLETED && typeof elicitationId === 'string')
        this.#completed.set(elicitationId, this.#next);
      if (now() > until) {
        this.#next++;
        return this.#next < this.#log.notes.length;
      }
    }
    return false;
  }

  /** Events of `notifications/message` from this level on among the first `shown`, oldest first. */
  messages(least: string, shown: number): readonly number[] {
    return upTo(
      this.#messages[
        Math.max(
          0,
          LOG_LEVELS.findIndex((each) => each === least),
        )
      ] ?? [],
      shown,
    );
  }

  /** A message of an unknown level is shown at every one. */
  #logged(level: unknown, s: number): void {
    const known = LOG_LEVELS.findIndex((each) => each === level);
    for (let at = 0; at <= (known < 0 ? LOG_LEVELS.length - 1 : known); at++) this.#messages[at]?.push(s);
  }

  /** Events that say this resource was updated, among the first `shown`, oldest first. */
  updates(uri: string, shown: number): readonly number[] {
    return upTo(this.#updates.get(uri) ?? [], shown);
  }

  /** Elicitations that the server said are done in the first `shown` events. */
  completed(shown: number): ReadonlySet<string> {
    return new Set([...this.#completed].flatMap(([id, s]) => (s < shown ? [id] : [])));
  }

  /** Events that came on the subscription that is operation `op`, its acknowledgement among them. */
  ofSubscription(op: number, shown: number): readonly number[] {
    return upTo(this.#bySubscription.get(op) ?? [], shown);
  }
}

function push<Key>(map: Map<Key, number[]>, key: Key, s: number): void {
  const known = map.get(key);
  if (known) known.push(s);
  else map.set(key, [s]);
}

/** Those of some ascending event numbers that are below `shown`, found by halving. */
function upTo(events: readonly number[], shown: number): readonly number[] {
  if ((events.at(-1) ?? -1) < shown) return events;
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle] ?? 0) < shown) low = middle + 1;
    else high = middle;
  }
  return events.slice(0, low);
}

/** Parameters of a notification; undefined for everything else. */
export function noticeParams(decoded: Decoded | undefined): { readonly [name: string]: unknown } | undefined {
  return decoded?.kind === 'notification' && isObject(decoded.params) ? decoded.params : undefined;
}

const indices = new WeakMap<SessionView, NoticeIndex>();

/** The index of a view, up to date as far as one frame allows. Reads `version`; asks for another frame when there is more. */
export function noticesOf(view: SessionView): NoticeIndex {
  void view.version;
  let index = indices.get(view);
  if (!index) {
    index = new NoticeIndex(view.log);
    indices.set(view, index);
  }
  if (index.advance(() => performance.now())) view.touch();
  return index;
}
