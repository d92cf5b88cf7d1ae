/** What a person pressed and the relay did not get, in words. */
import { decodeText } from '#shared/jsonrpc';
import { words } from '../base/i18n/index.svelte.ts';
import { notices } from '../base/notices.svelte.ts';
import type { PressedMessage } from '../session/relay/relay-link.svelte.ts';

/** Longest text that is looked into for its method, in UTF-16 units. */
const LOOKED_INTO = 1024 * 1024;
const SHOWN = 60;
const MOST = 5;

/** Say it. `maybe`: the messages were on their way when the connection broke. */
export function tellUnsent(messages: readonly PressedMessage[], maybe: boolean): void {
  const t = words.now.app.unsent;
  const named = messages.slice(0, MOST).map(nameOf);
  const rest = messages.length - named.length;
  const { more, between } = words.now.common;
  notices.add((maybe ? t.maybe : t.not)([...named, ...(rest > 0 ? [more(rest)] : [])].join(between)), 'error');
}

function nameOf(message: PressedMessage): string {
  if (message.type !== 'send') return words.now.app.unsent.pressed[message.type];
  const decoded = message.text.length > LOOKED_INTO ? undefined : decodeText(message.text);
  if (decoded && 'method' in decoded) return decoded.method.slice(0, SHOWN);
  return message.text.length > SHOWN ? `${message.text.slice(0, SHOWN)}…` : message.text;
}
