/** What breaks and what keeps the rules of `modern-results`. */
import type { MODERN_RESULTS } from '../catalogue/modern-results.ts';
import type { Examples } from './script.ts';

export const MODERN_RESULTS_EXAMPLES: Partial<Examples<keyof typeof MODERN_RESULTS>> = {};
