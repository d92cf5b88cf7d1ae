/** Where the page has room for one column only: what stands beside it elsewhere lies over it then. The styles say 899px too. */
import { MediaQuery } from 'svelte/reactivity';

export const narrow = new MediaQuery('max-width: 899px');

/** Where what stands side by side elsewhere has to share the width of a phone. Reactive. */
export const phone = new MediaQuery('max-width: 599px');
