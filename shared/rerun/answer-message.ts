/** The message that answers one request, by itself where it came in a batch. */
import { MessagesByKey, type Decoded, type IdKey } from '#shared/jsonrpc';

/** The answer to request `key` in `text`, decoded as `decoded`; else undefined. For many keys, share `messages`. */
export function answerMessage(
  text: string,
  decoded: Decoded | undefined,
  key: IdKey,
  messages = new MessagesByKey(),
): string | undefined {
  const item = messages.response(decoded, key);
  if (!item || decoded?.kind !== 'batch') return item && text;
  const { id, outcome } = item;
  return JSON.stringify({ jsonrpc: '2.0', id, [outcome]: item[outcome] });
}
