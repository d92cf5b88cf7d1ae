import type { CANCELLATION } from '../../catalogue/cancellation.ts';
import type { CategoryWords } from '../types.ts';

export const CANCELLATION_WORDS: Partial<CategoryWords<keyof typeof CANCELLATION>> = {};
