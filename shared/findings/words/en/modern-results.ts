import type { MODERN_RESULTS } from '../../catalogue/modern-results.ts';
import type { CategoryWords } from '../types.ts';

export const MODERN_RESULTS_WORDS: Partial<CategoryWords<keyof typeof MODERN_RESULTS>> = {};
