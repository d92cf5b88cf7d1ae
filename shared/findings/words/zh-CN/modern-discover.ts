import type { MODERN_DISCOVER } from '../../catalogue/modern-discover.ts';
import type { CategoryWords } from '../types.ts';

export const MODERN_DISCOVER_WORDS: Partial<CategoryWords<keyof typeof MODERN_DISCOVER>> = {};
