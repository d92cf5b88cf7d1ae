import type { LOGGING } from '../../catalogue/logging.ts';
import type { CategoryWords } from '../types.ts';

export const LOGGING_WORDS: Partial<CategoryWords<keyof typeof LOGGING>> = {};
