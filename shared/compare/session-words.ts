/** The id of an HTTP session where a text names it, against what stands there in a recording of another session, or of none. */
import type { EventList } from '#shared/recording';

/** Shorter ids are words that may stand anywhere. */
const MIN_ID_CHARS = 8;
const MAX_ID_COUNT = 50;

/** What programs write where there is no session, as over stdio: the words of their languages for nothing, or a name for it. */
const NO_SESSION: readonly string[] = [
  ...'undefined null None nil <nil> (null) NULL none N/A n/a unknown default stdio local -'.split(' '),
  '',
];

export function sessionIdsIn(events: EventList): string[] {
  const ids = new Set<string>();
  for (const event of events) {
    if (event.k !== 'http' || event.phase !== 'response' || ids.size >= MAX_ID_COUNT) continue;
    for (const [name, value] of event.headers ?? [])
      if (name.toLowerCase() === 'mcp-session-id' && value.length >= MIN_ID_CHARS) ids.add(value);
  }
  return [...ids];
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
  find(before: string, after: string, alike: (before: string, after: string) => boolean) {
    const later = this.#after.find((each) => after.includes(each));
    const id = later ?? (this.#after.length > 0 ? undefined : this.#before.find((each) => before.includes(each)));
    if (id === undefined) return undefined;
    const isLater = later !== undefined;
    const withWord = (word: string): [before: string, after: string] => {
      const text = (isLater ? after : before).replaceAll(id, () => word);
      return isLater ? [before, text] : [text, after];
    };
    const word = this.#wordFor(id, isLater ? this.#before : [], (each) => alike(...withWord(each)));
    if (word === undefined) return undefined;
    return { texts: withWord(word), words: isLater ? ([word, id] as const) : ([id, word] as const) };
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
