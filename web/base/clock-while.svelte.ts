/** The time of day for what is counted on the screen. */

/** The time of day, as long as it is asked for: four times a second while `runs` holds. Call while a component is made. */
export function clockWhile(runs: () => boolean): { readonly now: number } {
  let now = $state(Date.now());
  $effect(() => {
    if (!runs()) return undefined;
    now = Date.now();
    const timer = setInterval(() => (now = Date.now()), 250);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
