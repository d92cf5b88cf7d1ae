/** What breaks and what keeps the rules of `roots`. */
import type { ROOTS } from '../catalogue/roots.ts';
import type { Examples } from './script.ts';

export const ROOTS_EXAMPLES: Partial<Examples<keyof typeof ROOTS>> = {};
