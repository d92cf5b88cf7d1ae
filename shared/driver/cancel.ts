/** Taking a request back, in the way of its revision and transport (basic/utilities/cancellation). */
import { showIdKey } from '#shared/jsonrpc';
import type { Pending } from '#shared/session';
import type { Command } from './command.ts';

/** Steps to cancel the client's request: close its stream (HTTP, per-request era), or notify. None for `initialize` or malformed text. */
export function cancelSteps(pending: Pending, reason: string): Command[] {
  if (pending.dir !== 'c2s' || pending.key === undefined || pending.method === 'initialize') return [];
  if (pending.revision !== undefined && pending.x !== undefined) return [{ do: 'abort', x: pending.x }];
  const params = `{"requestId":${showIdKey(pending.key)},"reason":${JSON.stringify(reason)}}`;
  return [{ do: 'send', text: `{"jsonrpc":"2.0","method":"notifications/cancelled","params":${params}}` }];
}
