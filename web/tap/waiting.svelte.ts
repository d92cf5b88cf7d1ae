/** The messages that wait at a tap, and how long each still does. */
import { TAP, type HeldMessage } from '#shared/lenses';
import type { SessionView } from '../session/session-view.svelte.ts';

/** What waits now, the oldest first; nothing once the tap is gone. Reactive. */
export function waitingAt(view: SessionView): readonly HeldMessage[] {
  if (view.source.tap === undefined) return [];
  void view.version;
  return [...view.log.follow(TAP).waiting.values()];
}

/** Seconds until a message goes on by itself, by this machine's clock, which is the tap's too; `late` is when a person has it go on. */
export function secondsLeft({ header }: SessionView, held: HeldMessage, now: number, late?: number): number {
  const end = late ?? Date.parse(header.startedAt) + held.since / 1000 + held.limit;
  return Math.max(0, Math.ceil((end - now) / 1000));
}
