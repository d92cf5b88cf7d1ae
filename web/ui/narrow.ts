/** Where the page has room for one column only: what stands beside it elsewhere lies over it then. The styles say 899px too. */
import { MediaQuery } from 'svelte/reactivity';

export const narrow = new MediaQuery('max-width: 899px');

/** Where what stands side by side elsewhere has to share the width of a phone. Reactive. */
export const phone = new MediaQuery('max-width: 599px');

/** Details of nothing would take the room from the rest. */
export const compact = new MediaQuery('max-width: 1200px');
/** Diagram and dock share so little height that forms would be below its edge. */
export const low = new MediaQuery('max-height: 799px');
