/** What can be done with a message again: edit it, send it, copy it. Always with its exact text. */
import { bytesOf, payloadLength, type MessageEvent } from '#shared/recording';
import { composer } from '../compose/composer.svelte.ts';
import { hexOf } from '../compose/hex-text.ts';
import { sentHistory } from '../compose/sent-history.svelte.ts';
import { words } from '../i18n/index.svelte.ts';
import { notices } from '../state/notices.svelte.ts';
import type { SessionView } from '../state/session-view.svelte.ts';
import { eventText } from './event-text.ts';
import { copyText } from './hand-out.ts';

/** Longer payloads (bytes) are not put into the composer: an editable field cannot hold them. */
const EDITABLE = 4 * 1024 * 1024;

/** The message event that is selected and shown, if one is. Reactive. */
export function selectedMessage(view: SessionView): MessageEvent | undefined {
  const event = view.selected < view.shown ? view.log.events[view.selected] : undefined;
  return event?.k === 'message' ? event : undefined;
}

/** True where the exact text can be had: bytes that are not UTF-8 have none. */
export function hasText(event: MessageEvent | undefined): event is MessageEvent {
  return event !== undefined && event.b64 === undefined;
}

/** True when the event can go to the composer: as text, or as bytes where it has none. */
export function canEdit(event: MessageEvent | undefined): event is MessageEvent {
  return event !== undefined && payloadLength(event) <= EDITABLE;
}

/** True when the event can be sent again as it is. Reactive. */
export function canSendAgain(view: SessionView, event: MessageEvent | undefined): event is MessageEvent {
  return view.source.live && event?.dir === 'c2s';
}

/** Open the composer with the event's exact text, or its bytes where it has none. */
export function editAgain(view: SessionView, event: MessageEvent): Promise<void> {
  return withText(view, event, (text) => composer.edit(view, hasText(event) ? text : bytesOf(event)));
}

/** Send the event's exact bytes once more. */
export function sendAgain(view: SessionView, event: MessageEvent): Promise<void> {
  return withText(view, event, (text) => {
    view.source.send(text, event.b64 === undefined ? {} : { b64: event.b64 });
    if (hasText(event)) sentHistory.add(text);
    else sentHistory.add(hexOf(bytesOf(event)), true);
  });
}

/** Put the event's text on the clipboard. */
export function copyMessage(view: SessionView, event: MessageEvent): Promise<void> {
  return withText(view, event, (text) => void copyText(text));
}

async function withText(view: SessionView, event: MessageEvent, run: (text: string) => void): Promise<void> {
  let text: string;
  try {
    text = await eventText(event, view.source);
  } catch (error) {
    notices.add(words.now.details.notLoaded(error instanceof Error ? error.message : String(error)), 'error');
    return;
  }
  run(text);
}
