/** What draws one value of a schema, wherever it stands: in the form, in an object, in an array, in one of several shapes. */
import type { Snippet } from 'svelte';
import type { Advice } from './advise.ts';

export interface FieldProps {
  readonly name: string;
  readonly schema: unknown;
  /** The whole schema, in which references are looked up. */
  readonly root: unknown;
  readonly required: boolean;
  /** JSON text of the value; undefined when it is left out. */
  readonly json: string | undefined;
  /** Pointer of the value, for the advice about it. */
  readonly at: string;
  readonly advice: readonly Advice[];
  readonly mark?: string | undefined;
  /** False for an array's items, which are removed as items. */
  readonly removable?: boolean;
  /** Without its name, description and advice, which stand elsewhere. */
  readonly bare?: boolean;
  readonly onedit: (json: string | undefined) => void;
}

/** Draws an inner value. Pass a value computed once (`@const`): an inline object is made again for each member read. */
export type NestedField = Snippet<[FieldProps]>;
