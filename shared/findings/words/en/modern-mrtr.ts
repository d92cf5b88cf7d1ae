import type { MODERN_MRTR } from '../../catalogue/modern-mrtr.ts';
import type { CategoryWords } from '../types.ts';

export const MODERN_MRTR_WORDS: Partial<CategoryWords<keyof typeof MODERN_MRTR>> = {};
