/** What is known of a kind of event, beside the words for it (shared/words/kinds.ts). */
import type { Field, Members, Shape } from '../field.ts';

/** Types, reading, the published schema, copies and redaction follow from the fields. */
interface Fields extends Shape {
  /** For whoever reads the schema. */
  readonly about: string;
}

export interface Traits<Body> {
  /** The member with the exact text of what was carried; `b64` has its bytes where they are not UTF-8. */
  readonly carries?: keyof Body & ('raw' | 'text');
  /** Wire text that its row shows. */
  readonly line?: (body: Body) => string;
  /** It says by itself that something went wrong. */
  readonly isTrouble?: (body: Body) => boolean;
}

export interface Derived {
  readonly hasList: boolean;
  /** The members that refer to another event. */
  readonly references: readonly (readonly [member: string, refersTo: Field['refersTo']])[];
}

/** A kind by its fields, and by what more there is to it. */
export const kind = <const Of extends Fields>(
  fields: Of,
  { carries, line, isTrouble }: Traits<Members<Of>> = {},
): Of & Traits<Members<Of>> & Derived => {
  const members = Object.entries({ ...fields.required, ...fields.optional });
  const hasList = members.some(([, { schema }]) => 'items' in schema);
  const references = members.flatMap(([member, { refersTo }]) => (refersTo ? [[member, refersTo] as const] : []));
  return { ...fields, hasList, references, carries, line, isTrouble };
};

export type Kind = Fields & Traits<never> & Derived;
