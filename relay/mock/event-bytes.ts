/** A message as an event of a stream (HTML standard, server-sent events). */
import { bytesOf, type Payload, type SseFields } from '#shared/recording';

/** One event with the fields that it was recorded with; without the blank line at its end when it is cut off. */
export function eventBytes(payload: Payload, { event, id, retry }: SseFields = {}, unterminated?: true): Buffer {
  const fields = [field('event', event), field('id', id), field('retry', retry === undefined ? retry : String(retry))];
  // A character a byte, because data need not be UTF-8.
  const data = Buffer.from(bytesOf(payload)).toString('latin1');
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`);
  return Buffer.concat([
    Buffer.from(fields.join('')),
    Buffer.from(`${lines.join('\n')}${unterminated ? '' : '\n\n'}`, 'latin1'),
  ]);
}

/** The lines of an event without a message, under the id that it has here. */
export function rawEventBytes(text: string, id: string | undefined): Buffer {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '');
  const named = lines.map((line) => (id !== undefined && /^id(:|$)/.test(line) ? `id: ${id}` : line));
  return Buffer.from(`${named.join('\n')}\n\n`);
}

/** A line of the event. A recording that was not made from a stream may have what no line can hold. */
function field(name: string, value: string | undefined): string {
  return value === undefined || /[\r\n\0]/.test(value) ? '' : `${name}: ${value}\n`;
}
