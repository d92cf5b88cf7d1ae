/** A recording's lines for a page: as in the file, but of a large payload only the start and what it decodes to. */
import { isObject, type Decoded } from '#shared/jsonrpc';
import {
  decodeLine,
  encodeEvent,
  payloadLength,
  type MessageEvent,
  type SseFields,
  type WireEvent,
} from '#shared/recording';
import { LARGE_HEAD, LARGE_PAYLOAD } from '#shared/relay-protocol';
import { decodeEvent, largeListText } from '#shared/session';
import { lineBytes, type LineBytes } from './read-lines.ts';
import { RecentLines } from './recent-lines.ts';
import type { Recording } from './store.ts';

/** Longest JSON (characters) of decoded members that is sent; complete ones are shorter, except for numbers. */
const MAX_DECODED_CHARS = 32 * 1024 * 1024;
/** Characters of stubs that are kept; they are costly to make and small beside what they stand for. */
const MAX_STUB_CHARS = 32 * 1024 * 1024;

export class ViewLines {
  readonly #recording: Recording;
  readonly #stubs = new RecentLines(MAX_STUB_CHARS);

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Lines for a page from event `from` on: as many as fit `bytes`, but at least one; empty when there are none. */
  read(from: number, bytes: number): LineBytes {
    // No payload is longer in UTF-16 units than its line is in bytes. A line this long is always sent alone.
    if (from >= this.#recording.count || this.#recording.lineBytes(from) <= LARGE_PAYLOAD)
      return this.#recording.read(from, bytes);
    const known = this.#stubs.get(from);
    if (known !== undefined) return lineBytes([known]);
    const event = this.event(from);
    const stub = event?.k === 'message' ? stubOf(event) : undefined;
    if (stub === undefined) return this.#recording.read(from, 0);
    this.#stubs.add(from, stub);
    return lineBytes([stub]);
  }

  /** The complete event `s`; undefined when there is none. */
  event(s: number): WireEvent | undefined {
    if (s >= this.#recording.count) return undefined;
    const line = decodeLine(this.#recording.lines(s, 0)[0] ?? '', s + 2);
    return line.type === 'event' ? line.event : undefined;
  }
}

/** The line that stands for a message with a large payload; undefined when its payload is not large. */
export function stubOf(event: MessageEvent): string | undefined {
  const { raw, b64, sse, ...rest } = event;
  const text = b64 ?? raw ?? '';
  if (text.length <= LARGE_PAYLOAD) return undefined;
  const decoded = decodeEvent(event);
  const list = largeListText(event, decoded?.part);
  const result = list === undefined ? {} : { result: list };
  const large = { bytes: payloadLength(event), decoded: smallEnough(decoded), ...result };
  // Half a surrogate pair is no valid text; LARGE_HEAD is a multiple of four, so base64 is cut between groups.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(LARGE_HEAD - 1)) ? LARGE_HEAD - 1 : LARGE_HEAD;
  const head = text.slice(0, end);
  const cut = b64 === undefined ? { raw: head } : { b64: head };
  return encodeEvent({ ...rest, ...cut, ...(sse ? { sse: withoutBlock(sse) } : {}), large });
}

/** The block repeats the payload, and is as large. */
function withoutBlock({ block: _block, ...fields }: SseFields): SseFields {
  return fields;
}

/** The decoded JSON, without its big members when it is too long, or too deep to be serialized. */
function smallEnough(decoded: Decoded | undefined): string {
  if (decoded === undefined) return '';
  try {
    // The texts of a batch's items repeat its payload.
    const text = JSON.stringify(decoded.kind === 'batch' ? { ...decoded, texts: undefined } : decoded);
    if (text.length <= MAX_DECODED_CHARS) return text;
  } catch {
    // Nested too deeply for JSON.stringify, or longer than a string can be.
  }
  return JSON.stringify(pruned(decoded));
}

function pruned(decoded: Decoded): unknown {
  const base = { faults: decoded.faults, large: true as const };
  switch (decoded.kind) {
    case 'batch':
      return { ...base, kind: decoded.kind, items: [] };
    case 'invalid':
      return { ...base, kind: decoded.kind };
    case 'malformed':
      return { ...base, kind: decoded.kind, at: decoded.at };
    case 'notification':
      return { ...base, kind: decoded.kind, method: decoded.method };
    case 'request':
      return { ...base, kind: decoded.kind, method: decoded.method, id: decoded.id, key: decoded.key };
    case 'response': {
      const { kind, id, key, outcome, error } = decoded;
      return {
        ...base,
        kind,
        outcome,
        ...(key === undefined ? {} : { id, key }),
        ...(error === undefined ? {} : { error: withoutData(error) }),
      };
    }
  }
}

function withoutData(error: unknown): unknown {
  if (!isObject(error)) return undefined;
  const { code, message } = error;
  return { code, message: typeof message === 'string' ? message.slice(0, LARGE_HEAD) : message };
}
