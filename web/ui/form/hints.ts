/** What a form may say about a field beyond its schema: where its value goes, and which values the server proposes. */
import { getContext, setContext } from 'svelte';

/** Proposals for one field. All members are reactive. */
export interface Suggestions {
  readonly values: readonly string[];
  /** There are more than those given. */
  readonly more: boolean;
  readonly waiting: boolean;
  /** Why there are none, when the server refused. */
  readonly problem: string | undefined;
  /** Ask for proposals that fit what is typed, after a moment of rest; an earlier question is taken back. */
  ask(typed: string): void;
  stop(): void;
}

export interface FormHints {
  /** A few words beside the field's name; `at` is the pointer of its value. */
  readonly mark?: (at: string) => string | undefined;
  readonly suggest?: (at: string) => Suggestions | undefined;
}

const KEY = Symbol('form hints');

/** Give hints to the fields below. Call while a component is made; `hints` is called whenever a field looks. */
export function giveHints(hints: () => FormHints | undefined): void {
  setContext(KEY, hints);
}

/** The hints for fields here. Call while a component is made. */
export function takeHints(): () => FormHints | undefined {
  return getContext<(() => FormHints | undefined) | undefined>(KEY) ?? (() => undefined);
}

const DEPTH = Symbol('depth of a field');
/** Fields within fields that are drawn; what is deeper is edited as JSON. A schema may refer to itself without end. */
const DEEPEST = 12;

/** Called by each field while it is made: true when it is nested too deeply to be drawn as more than JSON. */
export function isTooDeep(): boolean {
  const depth = getContext<number | undefined>(DEPTH) ?? 0;
  setContext(DEPTH, depth + 1);
  return depth > DEEPEST;
}
