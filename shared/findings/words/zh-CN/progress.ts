import type { PROGRESS } from '../../catalogue/progress.ts';
import type { CategoryWords } from '../types.ts';

export const PROGRESS_WORDS: Partial<CategoryWords<keyof typeof PROGRESS>> = {};
