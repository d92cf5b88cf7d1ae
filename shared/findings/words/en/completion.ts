import type { COMPLETION } from '../../catalogue/completion.ts';
import type { CategoryWords } from '../types.ts';

export const COMPLETION_WORDS: Partial<CategoryWords<keyof typeof COMPLETION>> = {};
