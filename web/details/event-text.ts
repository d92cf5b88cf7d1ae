/** The whole text of a message event, which the page may not have yet. */
import { textOf, type MessageEvent } from '#shared/recording';
import type { SessionSource } from '../session/source.ts';

/** The text of a message; bytes that are not UTF-8 show as U+FFFD. Rejects with a sentence when it cannot be had. */
export function eventText(event: MessageEvent, source: SessionSource): string | Promise<string> {
  if (!event.large) return textOf(event);
  return source.payload(event.s).then((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
}
