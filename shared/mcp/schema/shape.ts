/**
 * The vocabulary in which messages are described: what a value may be, with the revisions that each part belongs to.
 *
 *   define('A tool.', object({
 *     name: required(string(), 'Name to call it by.'),
 *     title: optional(string(), 'Name to show.', { since: '2025-06-18' }),
 *   }))
 */
import { defined } from '#shared/base';
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

export const any = (): Shape => ({ kind: 'any' });
export const boolean = (): Shape => ({ kind: 'boolean' });
export const none = (): Shape => ({ kind: 'null' });
export const string = (rest: { suggest?: readonly string[]; example?: string } = {}): Shape => ({
  kind: 'string',
  ...rest,
});
export const uri = (example = 'file:///example.txt'): Shape => ({ kind: 'string', format: 'uri', example });
export const uriTemplate = (): Shape => ({ kind: 'string', format: 'uri-template', example: 'file:///{name}' });
export const base64 = (): Shape => ({ kind: 'string', format: 'byte' });
export const timestamp = (): Shape => string({ example: '2026-01-01T00:00:00Z' });
export const integer = (rest: { minimum?: number } = {}): Shape => ({ kind: 'integer', ...rest });
export const number = (rest: { minimum?: number; maximum?: number } = {}): Shape => ({ kind: 'number', ...rest });
export const literal = (value: string | number): Shape => ({ kind: 'literal', value });
export const choice = (...values: readonly string[]): Shape => ({ kind: 'choice', values });
export const list = (items: Shape, max?: number): Shape => ({ kind: 'list', items, ...defined({ max }) });
/** An object with members of any name and one shape. */
export const record = (values: Shape = any()): Shape => ({ kind: 'record', values });
/** An object with known members; others are allowed, as everywhere in the protocol. */
export const object = (fields: Fields, ...when: readonly Condition[]): Shape => ({ kind: 'object', fields, when });
/** Any one of these; options that refer to what a revision does not define are left out there. */
export const union = (...options: readonly Shape[]): Shape => ({ kind: 'union', options });
/** The definition of this name. */
export const ref = (name: string): Shape => ({ kind: 'ref', name });
/** What changed altogether: pairs of the first revision and the shape from there on, oldest first. */
export const versions = (...pairs: readonly (readonly [SchemaRevision, Shape])[]): Shape => ({
  kind: 'versions',
  versions: pairs.map(([since, shape]) => ({ since, shape })),
});

export const optional = (shape: Shape, doc: string, span: Span = {}): Field => ({ ...span, shape, doc, required: [] });
/** `mandatory` says in which revisions; everywhere unless given. */
export const required = (shape: Shape, doc: string, span: Span = {}, ...mandatory: readonly Span[]): Field => ({
  ...span,
  shape,
  doc,
  required: mandatory.length > 0 ? mandatory : [{}],
});
export const whenNeeded = (shape: Shape, doc: string): Field => ({ shape, doc, required: 'when-needed' });
export const define = (doc: string, shape: Shape, span: Span = {}): Definition => ({ ...span, doc, shape });
/** The same members, in one span of revisions. */
export const spanning = (fields: Fields, span: Span): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, ...span }]));
