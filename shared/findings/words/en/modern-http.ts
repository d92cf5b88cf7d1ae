import type { MODERN_HTTP } from '../../catalogue/modern-http.ts';
import type { CategoryWords } from '../types.ts';

export const MODERN_HTTP_WORDS: Partial<CategoryWords<keyof typeof MODERN_HTTP>> = {};
