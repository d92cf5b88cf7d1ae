/** Takes what the page of the redirect brings to whichever session waits for it. */
import { AUTHORIZATION } from '#shared/lenses';
import type { SessionView } from '../session/session-view.svelte.ts';
import { CHANNEL, stateOf, type CallbackMessage } from './channel.ts';

export function listenForCallbacks(views: () => readonly SessionView[]): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<CallbackMessage>) => {
    if (data.type !== 'callback') return;
    const state = stateOf(data.callback);
    const waiting = views().find((view) => state !== '' && stateOf(awaitedConsent(view) ?? '') === state);
    if (!waiting) return;
    waiting.source.authorized(data.callback);
    channel.postMessage({ type: 'taken', state } satisfies CallbackMessage);
  };
  return () => channel.close();
}

function awaitedConsent(view: SessionView): string | undefined {
  const { turn } = view.log.follow(AUTHORIZATION);
  return view.source.live && turn?.reason === 'redirect' ? turn.detail : undefined;
}
