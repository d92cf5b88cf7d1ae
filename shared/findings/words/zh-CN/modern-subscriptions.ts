import type { MODERN_SUBSCRIPTIONS } from '../../catalogue/modern-subscriptions.ts';
import type { CategoryWords } from '../types.ts';

export const MODERN_SUBSCRIPTIONS_WORDS: Partial<CategoryWords<keyof typeof MODERN_SUBSCRIPTIONS>> = {};
