/** The id of an HTTP session where a text names it, against what stands there in a recording of another session, or of none. */
import type { WireEvent } from '#shared/recording';

/** Shorter ids are words that may stand anywhere. */
const MIN_ID_CHARS = 8;
const MAX_ID_COUNT = 50;

/** What programs write where there is no session, as over stdio: the words of their languages for nothing, or a name for it. */
const NO_SESSION: readonly string[] = [
  'undefined',
  'null',
  'None',
  'nil',
  '<nil>',
  '(null)',
  'NULL',
  'none',
  'N/A',
  'n/a',
  'unknown',
  'default',
  'stdio',
  'local',
  '-',
  '',
];

/** The ids that a server gave its HTTP sessions, in order. */
export function sessionIdsIn(events: readonly WireEvent[]): string[] {
  const ids = new Set<string>();
  for (const event of events) {
    if (event.k !== 'http' || event.phase !== 'response' || ids.size >= MAX_ID_COUNT) continue;
    for (const [name, value] of event.headers ?? [])
      if (name.toLowerCase() === 'mcp-session-id' && value.length >= MIN_ID_CHARS) ids.add(value);
  }
  return [...ids];
}

/** Two texts with the session out of them, and the two words that stood for it. */
export interface WithoutSession {
  readonly texts: readonly [before: string, after: string];
  readonly words: readonly [before: string, after: string];
}

/** Tells where the session's id accounts for a difference. One id stands for one word throughout a comparison. */
export class SessionWords {
  readonly #before: readonly string[];
  readonly #after: readonly string[];
  readonly #words = new Map<string, string>();

  constructor(before: readonly string[], after: readonly string[]) {
    this.#before = before;
    this.#after = after;
  }

  /** Find the word in one text for the id in the other with which the two are `alike`; undefined when there is none. */
  find(before: string, after: string, alike: (before: string, after: string) => boolean): WithoutSession | undefined {
    const later = this.#after.find((each) => after.includes(each));
    if (later !== undefined) {
      const word = this.#wordFor(later, this.#before, (each) =>
        alike(
          before,
          after.replaceAll(later, () => each),
        ),
      );
      if (word === undefined) return undefined;
      return { texts: [before, after.replaceAll(later, () => word)], words: [word, later] };
    }
    const earlier = this.#after.length > 0 ? undefined : this.#before.find((each) => before.includes(each));
    if (earlier === undefined) return undefined;
    const word = this.#wordFor(earlier, [], (each) =>
      alike(
        before.replaceAll(earlier, () => each),
        after,
      ),
    );
    if (word === undefined) return undefined;
    return { texts: [before.replaceAll(earlier, () => word), after], words: [earlier, word] };
  }

  /** True when one of two values of a place is the session's id, the other is nothing, and its side has no session. */
  isSessionIdOnOneSide(before: unknown, after: unknown): boolean {
    const isNothing = (value: unknown): boolean => value === undefined || value === null;
    if (typeof after === 'string') return isNothing(before) && this.#before.length === 0 && this.#after.includes(after);
    return isNothing(after) && this.#after.length === 0 && this.#before.some((each) => each === before);
  }

  #wordFor(id: string, others: readonly string[], fits: (word: string) => boolean): string | undefined {
    const known = this.#words.get(id);
    const words = known !== undefined ? [known] : others.length > 0 ? others : NO_SESSION;
    const word = words.find(fits);
    if (word !== undefined) this.#words.set(id, word);
    return word;
  }
}
