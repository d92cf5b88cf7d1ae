/** Attributes of a region that scrolls: it must be within reach of the keyboard. */
export const REACHABLE = { tabindex: 0 } as const;
