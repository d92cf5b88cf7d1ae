import type { ERRORS } from '../../catalogue/errors.ts';
import type { CategoryWords } from '../types.ts';

export const ERRORS_WORDS: Partial<CategoryWords<keyof typeof ERRORS>> = {};
