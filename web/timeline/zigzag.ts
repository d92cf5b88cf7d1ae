const STEP = 6;
const MAX_WIDTH_PX = 4000;

/** A jagged line, longer than any row is wide; the row cuts it off. */
export const ZIGZAG = `M0 5 ${Array.from({ length: MAX_WIDTH_PX / STEP }, (_, index) => `L${(index + 1) * STEP} ${index % 2 === 0 ? 2 : 8}`).join(' ')}`;
