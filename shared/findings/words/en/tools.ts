import type { TOOLS } from '../../catalogue/tools.ts';
import type { CategoryWords } from '../types.ts';

export const TOOLS_WORDS: Partial<CategoryWords<keyof typeof TOOLS>> = {};
