/** Where the list of a field stands in the window, over everything else (pixels). When the field moves, the list goes. */
export interface ListPlace {
  readonly left: number;
  /** CSS: below the field, or on it. */
  readonly inset: string;
  readonly width: number;
  readonly height: number;
  /** Where the field was in the window when the list opened. */
  readonly fieldTop: number;
}

/** Where there is little room below, the list stands on the field; it never covers it. */
export function placeAt(field: HTMLElement): ListPlace {
  const { left, top, bottom, width } = field.getBoundingClientRect();
  const below = window.innerHeight - bottom;
  const above = below < 120 && top > below;
  return {
    left,
    inset: above ? `auto auto ${window.innerHeight - top + 2}px auto` : `${bottom + 2}px auto auto auto`,
    width,
    height: Math.min(240, (above ? top : below) - 8),
    fieldTop: top,
  };
}

/** True when a scroll moved `field` since its list was placed. Earlier scrolls' events come late. */
export function movedAway(field: HTMLElement | undefined, place: ListPlace | undefined, { target }: Event): boolean {
  if (!field || !(target instanceof Node && target.contains(field))) return false;
  return field.getBoundingClientRect().top !== place?.fieldTop;
}
