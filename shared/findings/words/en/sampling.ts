import type { SAMPLING } from '../../catalogue/sampling.ts';
import type { CategoryWords } from '../types.ts';

export const SAMPLING_WORDS: Partial<CategoryWords<keyof typeof SAMPLING>> = {};
