/** What the fields of one form share. */
import { createContext, getContext, setContext, type Component } from 'svelte';
import type { Advice } from './advise.ts';
import type { Reading } from './resolve.ts';
import type { Room } from './room.ts';

/** What draws one value of a schema: in the form, in an object, in an array, in one of several shapes. */
export interface FieldProps {
  readonly name: string;
  readonly schema: unknown;
  readonly required?: boolean;
  /** JSON text of the value; undefined when it is left out. */
  readonly json: string | undefined;
  /** Pointer of the value, for the advice about it. */
  readonly at: string;
  readonly mark?: string | undefined;
  /** False for an array's items, which are removed as items. */
  readonly removable?: boolean;
  /** Without its name, description and advice, which stand elsewhere. */
  readonly bare?: boolean;
  readonly onedit: (json: string | undefined) => void;
}

/** What the control of a value takes, whatever its kind. */
export interface InputProps {
  readonly id: string;
  /** JSON text of the value; undefined when it is left out. */
  readonly json: string | undefined;
  readonly describedby?: string | undefined;
  readonly onedit: (json: string | undefined) => void;
}

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

/** What a form may say about a field beyond its schema: where its value goes, and which values the server proposes. */
export interface FormHints {
  /** A few words beside the field's name; `at` is the pointer of its value. */
  readonly mark?: (at: string) => string | undefined;
  readonly suggest?: (at: string) => Suggestions | undefined;
}

/** All members are reactive. */
interface Form {
  /** The whole schema, in which references are looked up. */
  readonly root: Reading;
  readonly advice: readonly Advice[];
  readonly hints: FormHints | undefined;
  readonly room: Room;
  /** Draws an inner value. */
  readonly Field: Component<FieldProps>;
}

export const [formHere, giveForm] = createContext<Form>();

const DEPTH = Symbol('depth of a field');
/** Fields within fields that are drawn; what is deeper is edited as JSON. A schema may refer to itself without end. */
const DEEPEST = 12;

/** Called by each field while it is made: true when it is nested too deeply to be drawn as more than JSON. */
export function isTooDeep(): boolean {
  const depth = getContext<number | undefined>(DEPTH) ?? 0;
  setContext(DEPTH, depth + 1);
  return depth > DEEPEST;
}
