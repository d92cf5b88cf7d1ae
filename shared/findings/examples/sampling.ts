/** What breaks and what keeps the rules of `sampling`. */
import type { SAMPLING } from '../catalogue/sampling.ts';
import type { Examples } from './script.ts';

export const SAMPLING_EXAMPLES: Partial<Examples<keyof typeof SAMPLING>> = {};
