/** A fault or problem in plain words: what happened, and what to do about it. */
export interface Explained {
  readonly title: string;
  readonly text: string;
}
