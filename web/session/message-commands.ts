/** What the details of a message have the composer do. */
import { TypedCommand } from '../base/typed-command.svelte.ts';
import type { SessionView } from './session-view.svelte.ts';

/** A message: its exact text, or its bytes where these are not UTF-8. */
export type ExactMessage = string | Uint8Array;

/** Open the composer with this message. */
export const editMessage = new TypedCommand<{ readonly view: SessionView; readonly message: ExactMessage }>();

/** Keep a message that was sent again among those sent by hand. */
export const keepSent = new TypedCommand<ExactMessage>();
