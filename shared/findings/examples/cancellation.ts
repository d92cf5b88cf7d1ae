/** What breaks and what keeps the rules of `cancellation`. */
import type { CANCELLATION } from '../catalogue/cancellation.ts';
import type { Examples } from './script.ts';

export const CANCELLATION_EXAMPLES: Partial<Examples<keyof typeof CANCELLATION>> = {};
