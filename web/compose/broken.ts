/** Ways to break the text in the composer on purpose. Each works on the text itself and never prints a parsed message. */
import { formatJson, scanJson } from '#shared/jsonrpc';
import { memberOf, removeMember, replaceMember } from './splice-json.ts';

export type Breakage =
  | 'no-jsonrpc'
  | 'trailing-comma'
  | 'cut'
  | 'reuse-id'
  | 'null-id'
  | 'unknown-method'
  | 'twice'
  | 'pretty'
  | 'byte-order-mark'
  | 'batch-of-one';

export const BREAKAGES: readonly Breakage[] = [
  'no-jsonrpc',
  'trailing-comma',
  'cut',
  'reuse-id',
  'null-id',
  'unknown-method',
  'twice',
  'pretty',
  'byte-order-mark',
  'batch-of-one',
];

/**
 * The text broken in one way; undefined where that way does not apply to it (no id to reuse, already so). `usedId` is
 * the JSON text of an id that the session has used.
 */
export function breakText(text: string, how: Breakage, usedId: string | undefined): string | undefined {
  const changed = (next: string | undefined): string | undefined => (next === text ? undefined : next);
  switch (how) {
    case 'no-jsonrpc':
      return removeMember(text, 'jsonrpc');
    case 'trailing-comma':
      return trailingComma(text);
    case 'cut':
      return changed(text.slice(0, Math.floor(text.length / 2)));
    case 'reuse-id':
      return usedId === undefined ? undefined : changed(replaceMember(text, 'id', usedId));
    case 'null-id':
      return changed(replaceMember(text, 'id', 'null'));
    case 'unknown-method':
      return memberOf(text, 'method') && changed(replaceMember(text, 'method', '"no/such/method"'));
    case 'twice':
      return text === '' ? undefined : text + text;
    case 'pretty':
      return changed(formatJson(text));
    case 'byte-order-mark':
      return text.startsWith('\ufeff') ? undefined : `\ufeff${text}`;
    case 'batch-of-one':
      return text === '' ? undefined : `[${text}]`;
  }
}

/** A comma before the closing bracket of the outermost object or array that is not empty. */
function trailingComma(text: string): string | undefined {
  const { members, end, fault, root } = scanJson(text);
  const last = members[members.length - 1];
  if (fault || !last || (root !== 'object' && root !== 'array')) return undefined;
  return end > last.end ? `${text.slice(0, last.end)},${text.slice(last.end)}` : undefined;
}
