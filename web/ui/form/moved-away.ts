/** A list of values stands where its field was; when that moves, it goes. */

/** True when a scroll moved `field` from `stood` (pixels from the window's top). Earlier scrolls' events come late. */
export function movedAway(field: HTMLElement | undefined, stood: number, { target }: Event): boolean {
  if (!field || !(target instanceof Node && target.contains(field))) return false;
  return field.getBoundingClientRect().top !== stood;
}
