/** The message that is selected: its text, and its way to the clipboard. */
import { errorText } from '#shared/base';
import { textOf, type MessageEvent } from '#shared/recording';
import { detailsWords } from './words/index.ts';
import { notices } from '../base/notices.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import type { SessionSource } from '../session/source.ts';
import { copyText } from '../base/hand-out.ts';

export function selectedMessage(view: SessionView): MessageEvent | undefined {
  const event = view.event(view.selected);
  return event?.k === 'message' ? event : undefined;
}

/** True where the exact text can be had: bytes that are not UTF-8 have none. */
export function hasText(event: MessageEvent | undefined): event is MessageEvent {
  return event !== undefined && event.b64 === undefined;
}

/** The text of a message; bytes that are not UTF-8 show as U+FFFD. Rejects with a sentence when it cannot be had. */
export function eventText(event: MessageEvent, source: SessionSource): string | Promise<string> {
  if (!event.large) return textOf(event);
  return source.payload(event.s).then((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
}

export function copyMessage(view: SessionView, event: MessageEvent): Promise<void> {
  return withText(view, event, (text) => void copyText(text));
}

export async function withText(view: SessionView, event: MessageEvent, run: (text: string) => void): Promise<void> {
  let text: string;
  try {
    text = await eventText(event, view.source);
  } catch (error) {
    notices.add(detailsWords.now.notLoaded(errorText(error)), 'error');
    return;
  }
  run(text);
}
