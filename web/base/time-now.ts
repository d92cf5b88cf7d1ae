/** The time of day for what is counted on the screen. */
import { createSubscriber } from 'svelte/reactivity';

const tick = createSubscriber((update) => {
  const timer = setInterval(update, 250);
  return () => clearInterval(timer);
});

/** The time of day (milliseconds); what asks for it is made anew four times a second as long as it is shown. Reactive. */
export function timeNow(): number {
  tick();
  return Date.now();
}
