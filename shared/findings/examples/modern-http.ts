/** What breaks and what keeps the rules of `modern-http`. */
import type { MODERN_HTTP } from '../catalogue/modern-http.ts';
import type { Examples } from './script.ts';

export const MODERN_HTTP_EXAMPLES: Partial<Examples<keyof typeof MODERN_HTTP>> = {};
