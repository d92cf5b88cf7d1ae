import type { PROMPTS } from '../../catalogue/prompts.ts';
import type { CategoryWords } from '../types.ts';

export const PROMPTS_WORDS: Partial<CategoryWords<keyof typeof PROMPTS>> = {};
