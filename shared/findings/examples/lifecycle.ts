/** What breaks and what keeps the rules of `lifecycle`. */
import type { LIFECYCLE } from '../catalogue/lifecycle.ts';
import type { Examples } from './script.ts';

export const LIFECYCLE_EXAMPLES: Partial<Examples<keyof typeof LIFECYCLE>> = {};
