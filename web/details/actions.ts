/** What can be done with a message again: edit it, send it. Always with its exact text. */
import { bytesOf, payloadLength, type MessageEvent } from '#shared/recording';
import { editMessage, keepSent } from '../session/message-commands.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { hasText, selectedMessage, withText } from './selected-message.ts';

/** Longer payloads (bytes) are not put into the composer: an editable field cannot hold them. */
const MAX_EDITED_BYTES = 4 * 1024 * 1024;

/** True when the event can go to the composer: as text, or as bytes where it has none. */
export function canEdit(event: MessageEvent | undefined): event is MessageEvent {
  return editMessage.possible && event !== undefined && payloadLength(event) <= MAX_EDITED_BYTES;
}

export function canSendAgain(view: SessionView, event: MessageEvent | undefined): event is MessageEvent {
  return view.source.live && event?.dir === 'c2s';
}

/** What is sent again for a message: for the server's response the request that it answers, else the message itself. */
function meant(view: SessionView, event: MessageEvent): MessageEvent {
  const note = view.log.notes.get(event.s);
  if (event.dir !== 's2c' || note?.kind !== 'response') return event;
  const request = view.log.event(view.log.operations.get(note.op)?.opened ?? -1);
  return request?.k === 'message' ? request : event;
}

export async function editAgain(view: SessionView): Promise<void> {
  const selected = selectedMessage(view);
  if (!canEdit(selected)) return;
  const event = meant(view, selected);
  await withText(view, event, (text) => editMessage.run({ view, message: hasText(event) ? text : bytesOf(event) }));
}

export async function sendAgain(view: SessionView): Promise<void> {
  const event = selectedMessage(view);
  if (!canSendAgain(view, event)) return;
  await withText(view, event, (text) => {
    view.source.send(text, event.b64 === undefined ? {} : { b64: event.b64 });
    keepSent.run(hasText(event) ? text : bytesOf(event));
  });
}
