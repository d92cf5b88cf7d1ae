/**
 * Server-sent events (WHATWG HTML, section 9.2.6) from pieces of text, keeping each event's exact text beside its fields.
 */
import type { SseBody, SseFields } from '#shared/recording';

/** One block of the stream: an event with data, or text that carried none. */
export type SseBlock =
  | { readonly type: 'message'; readonly data: string; readonly sse: SseFields }
  | { readonly type: 'other'; readonly text: string; readonly id?: string; readonly retry?: number };

/** Text that an event with these fields has when a server writes them in the usual order. */
function usualText(data: string, fields: SseFields): string {
  return [
    ...(fields.event === undefined ? [] : [`event: ${fields.event}`]),
    ...(fields.id === undefined ? [] : [`id: ${fields.id}`]),
    ...(fields.retry === undefined ? [] : [`retry: ${String(fields.retry)}`]),
    ...data.split('\n').map((line) => `data: ${line}`),
    '',
  ].join('\n');
}

/** The exact text of an SSE event as it stood on the wire, its blank line left out. */
export function sseText(data: string, fields: SseFields): string {
  return fields.block ?? usualText(data, fields);
}

/** Streaming parser: `push` takes text and gives the blocks it completes; `end` gives the unfinished rest. */
export class SseParser {
  #rest = '';
  #first = true;
  #lines: string[] = [];
  #text = '';
  /** Where the search for the next line end goes on; keeps a long line linear. */
  #searched = 0;

  push(text: string): SseBlock[] {
    if (this.#first && text !== '') {
      this.#first = false;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    this.#rest += text;
    const blocks: SseBlock[] = [];
    let from = 0;
    const lineEnd = /\r\n|\n|\r/g;
    lineEnd.lastIndex = this.#searched;
    for (let match = lineEnd.exec(this.#rest); match; match = lineEnd.exec(this.#rest)) {
      // A carriage return that ends the piece may be half of a pair: wait for the next piece.
      if (match[0] === '\r' && match.index === this.#rest.length - 1) break;
      const line = this.#rest.slice(from, match.index);
      from = match.index + match[0].length;
      if (line === '') {
        const block = this.#finish();
        if (block) blocks.push(block);
      } else {
        this.#lines.push(line);
        this.#text += line + match[0];
      }
    }
    this.#rest = this.#rest.slice(from);
    this.#searched = Math.max(0, this.#rest.length - 1);
    return blocks;
  }

  /** The stream ended: what it left unfinished, or undefined. An event without its blank line is never dispatched. */
  end(): string | undefined {
    const rest = this.#text + this.#rest;
    this.#text = this.#rest = '';
    this.#lines = [];
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
      else if (name === 'retry' && /^\d+$/.test(value)) retry = Number(value);
    }
    const timing = { ...(id === undefined ? {} : { id }), ...(retry === undefined ? {} : { retry }) };
    if (data.length === 0 || (data.length === 1 && data[0] === '')) return { type: 'other', text, ...timing };
    const joined = data.join('\n');
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
