import type { ROOTS } from '../../catalogue/roots.ts';
import type { CategoryWords } from '../types.ts';

export const ROOTS_WORDS: Partial<CategoryWords<keyof typeof ROOTS>> = {};
