/** What breaks and what keeps the rules of `modern-discover`. */
import type { MODERN_DISCOVER } from '../catalogue/modern-discover.ts';
import type { Examples } from './script.ts';

export const MODERN_DISCOVER_EXAMPLES: Partial<Examples<keyof typeof MODERN_DISCOVER>> = {};
