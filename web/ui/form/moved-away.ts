/** A list of values stands where its field was; when that moves, it goes. */

/**
 * True when a scroll around `field` took it from `stood` (pixels from the top of the window). A scroll is told of late: it may have
 * brought the field to where it stands.
 */
export function movedAway(field: HTMLElement | undefined, stood: number, { target }: Event): boolean {
  if (!field || !(target instanceof Node && target.contains(field))) return false;
  return field.getBoundingClientRect().top !== stood;
}
