/** A request that a person sends is what they look at next, unless they select something else before it is written. */
import { payloadLength } from '#shared/recording';
import { nextFrame } from '../base/frame.ts';
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';

/** Longer messages (bytes) take a while to show: nobody waits for one that they did not ask to see. */
const MAX_SHOWN_BYTES = 256 * 1024;

/** Ends the wait for the request that was sent last. */
const waiting = slot(() => ({ end: (): void => undefined }));

/** Select what `find` gives once it gives it, if no other request was sent and nothing else selected meanwhile. `byPanel`: a panel shows the answer. */
export function selectWhenWritten(view: SessionView, find: () => number | undefined, byPanel = false): void {
  const before = view.selected;
  const wait = waiting(view);
  wait.end();
  wait.end = view.onEvents(() => {
    const s = find();
    if (s === undefined) return;
    wait.end();
    // By then the event has its row.
    nextFrame(() => {
      const event = view.log.event(s);
      const short = event?.k === 'message' && payloadLength(event) <= MAX_SHOWN_BYTES;
      if (short && view.selected === before) view.select(s, byPanel);
      if (!byPanel && view.selected === s) view.asked += 1;
    });
  });
}
