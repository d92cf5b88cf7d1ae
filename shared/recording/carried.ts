/** What an event carried, exactly. */
import { bytesOf, type Payload } from './bytes.ts';
import { kindOf, type EventBody, type MessageBody, type SseBody, type StderrBody } from './kinds/index.ts';

/** The payload of an event; undefined for events that carry none. */
export function carriedBy(event: MessageBody | StderrBody | SseBody): Payload;
export function carriedBy(event: EventBody): Payload | undefined;
export function carriedBy(event: EventBody): Payload | undefined {
  const member = kindOf(event.k)?.carries;
  if (member === undefined) return undefined;
  const { b64, [member]: raw = '' } = event as { readonly [member in 'raw' | 'text' | 'b64']?: string };
  return b64 === undefined ? { raw } : { b64 };
}

/** The exact bytes that an event carried; undefined for events that carry none. */
export function eventBytes(event: EventBody | undefined): Uint8Array | undefined {
  const payload = event && carriedBy(event);
  return payload && bytesOf(payload);
}
