/** The message that answers one request, by itself where it came in a batch. */
import type { Decoded, IdKey } from '#shared/jsonrpc';

/** The text of the answer to the request with this key; undefined when `decoded`, what `text` is, does not hold it. */
export function answerMessage(text: string, decoded: Decoded | undefined, key: IdKey): string | undefined {
  if (decoded?.kind === 'response') return text;
  if (decoded?.kind !== 'batch') return undefined;
  const item = decoded.items.find((each) => each.kind === 'response' && each.key === key);
  if (item?.kind !== 'response') return undefined;
  const { id, outcome } = item;
  return JSON.stringify({ jsonrpc: '2.0', id, [outcome]: item[outcome] });
}
