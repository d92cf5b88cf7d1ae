/** What the dictionaries are given to make a sentence of: values of the wire, on one line and cut. */

/** A request or a notification. */
export interface AskedFacts {
  /** The side that sends it, as a sentence begins: `The client`. */
  readonly who: string;
  /** The other side. */
  readonly other: string;
  /** What it is about: a tool, a URI, a task; empty when it names nothing. */
  readonly name: string;
  /** What else it says (`askedText`); empty when it says nothing. */
  readonly content: string;
  /** A member of its params that is a text, on one line; empty when there is none. */
  readonly member: (name: string) => string;
  /** It asks for a later page of a list. */
  readonly next: boolean;
  /** It asks for a list that changed since it was read. */
  readonly anew: boolean;
  /** It repeats a request with the input that was asked for. */
  readonly again: boolean;
  /** The request of the other side that waits meanwhile, as `tools/call #5`; empty when there is none, or several. */
  readonly during: string;
}

/** A result. */
export interface AnsweredFacts {
  /** The side that answers, as a sentence begins. */
  readonly who: string;
  /** What the request was about. */
  readonly name: string;
  /** What came (`answeredText`); empty when it is too large to be read. */
  readonly content: string;
  /** How much came: items, messages, roots, tasks. */
  readonly count: number;
  /** A member of the result that is a text, on one line; empty when there is none. */
  readonly member: (name: string) => string;
}
