const STEP = 6;
const LONGEST = 4000;

/** A jagged line, longer than any row is wide; the row cuts it off. */
export const ZIGZAG = `M0 5 ${Array.from({ length: LONGEST / STEP }, (_, index) => `L${(index + 1) * STEP} ${index % 2 === 0 ? 2 : 8}`).join(' ')}`;
