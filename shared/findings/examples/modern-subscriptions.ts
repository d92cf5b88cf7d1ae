/** What breaks and what keeps the rules of `modern-subscriptions`. */
import type { MODERN_SUBSCRIPTIONS } from '../catalogue/modern-subscriptions.ts';
import type { Examples } from './script.ts';

export const MODERN_SUBSCRIPTIONS_EXAMPLES: Partial<Examples<keyof typeof MODERN_SUBSCRIPTIONS>> = {};
