/** What a value of a message may be, with the revisions that each part belongs to. `notation.ts` reads it. */
import type { SchemaRevision, Span } from './history.ts';

export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'null' }
  | {
      readonly kind: 'string';
      readonly format?: TextFormat;
      readonly suggest?: readonly string[];
      readonly example?: string;
    }
  | { readonly kind: 'integer' | 'number'; readonly minimum?: number; readonly maximum?: number }
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly items: Shape; readonly max?: number }
  | { readonly kind: 'record'; readonly values: Shape }
  | { readonly kind: 'object'; readonly fields: Fields; readonly when: readonly Condition[] }
  | { readonly kind: 'union'; readonly options: readonly Shape[] }
  | { readonly kind: 'ref'; readonly name: string }
  | { readonly kind: 'versions'; readonly versions: readonly Version[] };

/** `byte` is base64 with padding (RFC 4648, section 4). */
export type TextFormat = 'uri' | 'uri-template' | 'byte';

export type Fields = { readonly [name: string]: Field };

export interface Field extends Span {
  readonly shape: Shape;
  /** One plain line, shown where the editor's pointer rests. */
  readonly doc: string;
  /** Spans in which it must be there; `when-needed`: in revisions in which something inside it must be. */
  readonly required: readonly Span[] | 'when-needed';
}

/** When the member `field` has the value `is`, these members must be there too. */
export interface Condition {
  readonly field: string;
  readonly is: string;
  readonly require: readonly string[];
}

/** What something is from a revision on, until the next version of it. */
export interface Version {
  readonly since: SchemaRevision;
  readonly shape: Shape;
}

export interface Definition extends Span {
  readonly doc: string;
  readonly shape: Shape;
}
export type Definitions = { readonly [name: string]: Definition };

/** One method: the definition of its message and of what answers it. */
export interface MessageFacts extends Span {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  readonly definition: string;
  /** Definitions of its results: the ordinary one, then those that may replace it (`InputRequiredResult`, `CreateTaskResult`). */
  readonly results: readonly string[];
}
