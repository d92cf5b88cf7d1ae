/**
 * Wire events: what passed between client and server, in order and exact. A recording is a header and a dense sequence of these. Each
 * kind stands here once: types, reading, schema, redaction and copies walk the table.
 */
import type { Members } from '../field.ts';
import type { Kind } from './kind.ts';
import { SESSION_KINDS } from './session.ts';
import { TRANSPORT_KINDS } from './transport.ts';

export type { Author, AuthorizationStep, Direction, HeaderPairs, Leg, SseFields } from './transport.ts';
export type { Kind };
export { opposite } from './transport.ts';
export { NOT_RECORDED, PAYLOAD_MISSING } from './session.ts';

export const KINDS = { ...TRANSPORT_KINDS, ...SESSION_KINDS };
export type KindName = keyof typeof KINDS;

type Body<Name extends KindName> = { readonly k: Name } & Members<(typeof KINDS)[Name]>;
/** A payload too large to hand to a view whole: its first characters are in `raw`, the rest stays where it was recorded. */
export interface LargePayload {
  /** Length of the whole payload in UTF-8 bytes. */
  readonly bytes: number;
  /** What `decodeText` gave for the whole text, as JSON: one text is cheap to hand on and to keep, however much is in it. */
  readonly decoded: string;
  /** The exact JSON text of `result` where a list of the server is in it and `decoded` lacks it for its size. */
  readonly result?: string;
}
export type MessageBody = Body<'message'> & {
  /** Never in a file: set by the relay on events it sends to a page. */
  readonly large?: LargePayload;
};
export type StderrBody = Body<'stderr'>;
export type ProcessBody = Body<'process'>;
export type HttpBody = Body<'http'>;
/** The proxy by which a request goes; nothing when it goes there directly. */
export type Via = Pick<HttpBody, 'proxy' | 'proxyFrom'>;
export type HttpContentBody = Body<'body'>;
export type SseBody = Body<'sse'>;
export type ConnectionBody = Body<'connection'>;
export type TimeoutBody = Body<'timeout'>;
export type TapBody = Body<'tap'>;
export type NoteBody = Body<'note'>;
export type GapBody = Body<'gap'>;
/** A kind that this version does not know; kept and shown as it is. */
export interface UnknownBody {
  readonly k: 'unknown';
  readonly fields: { readonly [name: string]: unknown };
}

export type EventBody =
  | MessageBody
  | { [Name in Exclude<KindName, 'message'>]: Body<Name> }[Exclude<KindName, 'message'>]
  | UnknownBody;

/** An event in its place: `s` is the dense sequence number from 0, `t` monotonic microseconds since the start. */
export type WireEvent = EventBody & { readonly s: number; readonly t: number };
export type MessageEvent = MessageBody & { readonly s: number; readonly t: number };

const BY_NAME: ReadonlyMap<unknown, Kind> = new Map(Object.entries(KINDS));
/** The kind of that name; undefined for one that this version does not know. */
export const kindOf = (name: unknown): Kind | undefined => BY_NAME.get(name);

/** True for an event that says by itself that something went wrong. */
export const isTroubleItself = (event: EventBody): boolean => kindOf(event.k)?.isTrouble?.(event as never) === true;
/** Wire text that the row of an event shows; empty for kinds that have none. */
export const shownLine = (event: EventBody): string => kindOf(event.k)?.line?.(event as never) ?? '';
