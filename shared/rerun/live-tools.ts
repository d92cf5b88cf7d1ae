/** What the live server's own list of tools says against a step to which the recording has nothing to object. */
import { decodeText } from '#shared/jsonrpc';
import type { ListState } from '#shared/session';
import { consentReason, learnTools } from './consent.ts';
import type { ConsentReason, SendStep } from './types.ts';

/**
 * Why a step needs consent after all: a tool that it calls is not marked as read-only in the live list, or not in it. Undefined
 * when it needs none, or the list was not read; of one that was read in part, only what it says counts.
 */
export function liveConsentReason({ method, raw }: SendStep, list: ListState): ConsentReason | undefined {
  // A batch has no method of its own.
  if (list.pages === 0 || (method !== undefined && method !== 'tools/call')) return undefined;
  const live = new Map<string, boolean>();
  learnTools(live, { tools: list.items });
  // While it is read anew, what it said before counts too.
  if (!list.complete) learnTools(live, { tools: list.before });
  const isWhole = list.complete && list.error === undefined;
  return consentReason(decodeText(raw), raw, { get: (name) => live.get(name) ?? !isWhole });
}
