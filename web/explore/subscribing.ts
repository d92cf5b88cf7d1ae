/** Subscribing to one resource, in the way of the session's era, and what came of it. */
import type { SessionState } from '#shared/session';
import type { SessionView } from '../session/session-view.svelte.ts';
import { sendCancel, sendRequest } from '../session/send.ts';

export type ResourceSubscription =
  /** 2025-11-25, server/resources#subscriptions. */
  | { readonly how: 'request' }
  /** 2026-07-28, basic/patterns/subscriptions: operation `op` is the open stream; others may stand in it too. */
  | { readonly how: 'stream'; readonly op: number; readonly agreed: boolean | undefined };

export function subscriptionTo(state: Readonly<SessionState>, uri: string): ResourceSubscription | undefined {
  return state.subscribed.has(uri) ? { how: 'request' } : streamNaming(state, 'resourceSubscriptions', uri);
}

/** The open stream in whose filter a resource (`resourceSubscriptions`) or a task (`taskIds`) stands. */
export function streamNaming(
  { subscriptions }: Readonly<SessionState>,
  member: 'resourceSubscriptions' | 'taskIds',
  value: string,
): Extract<ResourceSubscription, { how: 'stream' }> | undefined {
  const names = (filter: { readonly [name: string]: unknown }): boolean => {
    const listed = filter[member];
    return Array.isArray(listed) && listed.includes(value);
  };
  for (const { op, asked, agreed } of subscriptions.values()) {
    if (names(asked)) return { how: 'stream', op, agreed: agreed && names(agreed) };
  }
  return undefined;
}

export function subscribe(view: SessionView, uri: string): void {
  if (view.log.state.era?.era === 'per-request')
    sendRequest(view, 'subscriptions/listen', () =>
      JSON.stringify({ notifications: { resourceSubscriptions: [uri] } }),
    );
  else sendRequest(view, 'resources/subscribe', () => JSON.stringify({ uri }));
}

export function unsubscribe(view: SessionView, uri: string, subscription: ResourceSubscription): void {
  if (subscription.how === 'stream') sendCancel(view, subscription.op);
  else sendRequest(view, 'resources/unsubscribe', () => JSON.stringify({ uri }));
}
