import type { LIFECYCLE } from '../../catalogue/lifecycle.ts';
import type { CategoryWords } from '../types.ts';

export const LIFECYCLE_WORDS: Partial<CategoryWords<keyof typeof LIFECYCLE>> = {};
