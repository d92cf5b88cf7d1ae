/** What the details of a message have the composer do. */
import { TypedCommand } from '../base/typed-command.svelte.ts';
import type { SessionView } from './session-view.svelte.ts';

/** A message: its exact text, or its bytes where these are not UTF-8. */
export type ExactMessage = string | Uint8Array;

export const editMessage = new TypedCommand<{ readonly view: SessionView; readonly message: ExactMessage }>();

export const keepSent = new TypedCommand<ExactMessage>();
