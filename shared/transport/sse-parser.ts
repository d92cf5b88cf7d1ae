/** Server-sent events (WHATWG HTML, section 9.2.6) from pieces of text, keeping each event's exact text beside its fields. */
import type { SseBody, SseFields } from '#shared/recording';

/** One block of the stream: an event with data, or text that carried none. */
export type SseBlock =
  | { readonly type: 'message'; readonly data: string; readonly sse: SseFields }
  | {
      readonly type: 'other';
      readonly text: string;
      readonly event?: string;
      readonly data?: string;
      readonly id?: string;
      readonly retry?: number;
    };

/** Text that an event with these fields has when a server writes them in the usual order, its blank line left out. */
export function usualText(data: string, fields: SseFields): string {
  return [
    ...(fields.event === undefined ? [] : [`event: ${fields.event}`]),
    ...(fields.id === undefined ? [] : [`id: ${fields.id}`]),
    ...(fields.retry === undefined ? [] : [`retry: ${String(fields.retry)}`]),
    ...data.split('\n').map((line) => `data: ${line}`),
    '',
  ].join('\n');
}

/** Streaming parser: `push` takes text and gives the blocks it completes; `end` gives the unfinished rest. */
export class SseParser {
  /** Pieces of the unfinished line; they are joined once, so that a long line costs no more than its length. */
  #rest: string[] = [];
  #restLength = 0;
  #first = true;
  #lines: string[] = [];
  #text = '';
  /** A carriage return that ended the last piece: what follows says whether it is half of a pair. */
  #heldReturn = false;
  #skipLineFeed = false;

  /** Length of what waits for its blank line (UTF-16 units). */
  get held(): number {
    return this.#text.length + this.#restLength;
  }

  push(text: string): SseBlock[] {
    if (text === '') return [];
    if (this.#first) {
      this.#first = false;
      // The mark is no part of a field, but it is part of what stood on the wire.
      if (text.charCodeAt(0) === 0xfeff) this.#text = text.charAt(0);
      text = text.slice(this.#text.length);
    }
    if (this.#heldReturn) text = `\r${text}`;
    this.#heldReturn = false;
    const blocks: SseBlock[] = [];
    let from = this.#skipLineFeed && text.startsWith('\n') ? 1 : 0;
    if (text !== '') this.#skipLineFeed = false;
    const lineEnd = /\r\n|\n|\r/g;
    lineEnd.lastIndex = from;
    for (let match = lineEnd.exec(text); match; match = lineEnd.exec(text)) {
      const split = match[0] === '\r' && match.index === text.length - 1;
      const blank = match.index === from && this.#rest.length === 0;
      // The line end is part of the event's text, so it must be known whole; after a blank line it is not.
      if (split && !blank) break;
      const line = this.#rest.join('') + text.slice(from, match.index);
      this.#rest = [];
      this.#restLength = 0;
      from = match.index + match[0].length;
      if (blank) {
        this.#skipLineFeed = split;
        const block = this.#finish();
        if (block) blocks.push(block);
      } else {
        this.#lines.push(line);
        this.#text += line + match[0];
      }
    }
    this.#heldReturn = from < text.length && text.endsWith('\r');
    const rest = text.slice(from, this.#heldReturn ? -1 : undefined);
    if (rest !== '') this.#rest.push(rest);
    this.#restLength += rest.length;
    return blocks;
  }

  /** The stream ended: what it left unfinished, or undefined. An event without its blank line is never dispatched. */
  end(): string | undefined {
    const rest = this.#text + this.#rest.join('') + (this.#heldReturn ? '\r' : '');
    this.#text = '';
    this.#rest = [];
    this.#restLength = 0;
    this.#lines = [];
    this.#heldReturn = false;
    return rest === '' ? undefined : rest;
  }

  #finish(): SseBlock | undefined {
    const lines = this.#lines;
    const text = this.#text;
    this.#lines = [];
    this.#text = '';
    if (lines.length === 0) return undefined;
    const data: string[] = [];
    let event: string | undefined;
    let id: string | undefined;
    let retry: number | undefined;
    for (const line of lines) {
      const colon = line.indexOf(':');
      const name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (name === 'data') data.push(value);
      else if (name === 'event') event = value;
      else if (name === 'id' && !value.includes('\0')) id = value;
      // Beyond the range of doubles it is no time; the text stays.
      else if (name === 'retry' && /^\d+$/.test(value) && Number.isFinite(Number(value))) retry = Number(value);
    }
    const timing = { ...(id === undefined ? {} : { id }), ...(retry === undefined ? {} : { retry }) };
    if (data.length === 0 || (data.length === 1 && data[0] === '')) return { type: 'other', text, ...timing };
    const joined = data.join('\n');
    // HTTP+SSE (2024-11-05, basic/transports#http-with-sse): an address, not a message.
    if (event === 'endpoint') return { type: 'other', text, event, data: joined, ...timing };
    const fields: SseFields = { ...(event === undefined ? {} : { event }), ...timing };
    return {
      type: 'message',
      data: joined,
      sse: usualText(joined, fields) === text ? fields : { ...fields, block: text },
    };
  }
}

/** The body of the event that records a block without a message. */
export function otherBlock(x: string, block: Extract<SseBlock, { type: 'other' }>): SseBody {
  const { type: _type, ...rest } = block;
  return { k: 'sse', x, ...rest };
}
