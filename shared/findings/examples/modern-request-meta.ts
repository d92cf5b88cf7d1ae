/** What breaks and what keeps the rules of `modern-request-meta`. */
import type { MODERN_REQUEST_META } from '../catalogue/modern-request-meta.ts';
import type { Examples } from './script.ts';

export const MODERN_REQUEST_META_EXAMPLES: Partial<Examples<keyof typeof MODERN_REQUEST_META>> = {};
