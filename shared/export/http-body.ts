/** The bytes of an HTTP body from the events that it became, server-sent events included. */
import { bytesOf, joinBytes, type HttpContentBody, type MessageBody, type SseBody } from '#shared/recording';

export type Carried = (MessageBody | HttpContentBody | SseBody) & { readonly s: number; readonly t: number };

const encoder = new TextEncoder();
const LINE_END = 0x0a;
/** Bytes that were not UTF-8 stand in a block's text as lone surrogates from U+DC80. */
const STRAY = /[\ud800-\udbff][\udc00-\udfff]|[\udc80-\udcff]/g;

/** What one event was on the wire: a whole body, or one server-sent event with its blank line. */
export function bodyBytes(event: Carried): Uint8Array {
  switch (event.k) {
    case 'body':
      return bytesOf(event);
    case 'sse':
      return exactBytes(withBlankLine(event.text));
    case 'message': {
      if (typeof event.sse !== 'object' || event.sse === null) return bytesOf(event);
      const { block, event: name, id, retry } = event.sse;
      if (typeof block === 'string') return exactBytes(withBlankLine(block));
      const fields = [
        ...(typeof name === 'string' ? [`event: ${name}\n`] : []),
        ...(typeof id === 'string' ? [`id: ${id}\n`] : []),
        ...(typeof retry === 'number' ? [`retry: ${retry}\n`] : []),
      ];
      return joinBytes([exactBytes(fields.join('')), dataLines(bytesOf(event)), encoder.encode('\n')]);
    }
  }
}

/** A block and the blank line after it, which ends as the block's own lines do. */
const withBlankLine = (block: string): string => `${block}${/\r\n?$/.exec(block)?.[0] ?? '\n'}`;

/** `data: ` before each line. */
function dataLines(data: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  while (from <= data.length) {
    const found = data.indexOf(LINE_END, from);
    const end = found < 0 ? data.length : found;
    parts.push(encoder.encode('data: '), data.subarray(from, end), encoder.encode('\n'));
    from = end + 1;
  }
  return joinBytes(parts);
}

/** The bytes of a text in which lone surrogates stand for bytes. */
function exactBytes(text: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(STRAY)) {
    if (found.length > 1) continue;
    parts.push(encoder.encode(text.slice(from, index)), Uint8Array.of(found.charCodeAt(0) - 0xdc00));
    from = index + 1;
  }
  if (from === 0) return encoder.encode(text);
  parts.push(encoder.encode(text.slice(from)));
  return joinBytes(parts);
}
