/** What breaks and what keeps the rules of `modern-mrtr`. */
import type { MODERN_MRTR } from '../catalogue/modern-mrtr.ts';
import type { Examples } from './script.ts';

export const MODERN_MRTR_EXAMPLES: Partial<Examples<keyof typeof MODERN_MRTR>> = {};
