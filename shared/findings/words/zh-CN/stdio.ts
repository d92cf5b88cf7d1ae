import type { STDIO } from '../../catalogue/stdio.ts';
import type { CategoryWords } from '../types.ts';

export const STDIO_WORDS: Partial<CategoryWords<keyof typeof STDIO>> = {};
