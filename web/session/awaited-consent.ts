import { AUTHORIZATION } from '#shared/lenses';
import type { SessionView } from './session-view.svelte.ts';

/** The address at which a live session waits for consent; undefined when it does not. */
export function awaitedConsent(view: SessionView): string | undefined {
  const { turn } = view.log.follow(AUTHORIZATION);
  return view.source.live && turn?.reason === 'redirect' ? turn.detail : undefined;
}
