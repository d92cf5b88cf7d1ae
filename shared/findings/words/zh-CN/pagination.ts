import type { PAGINATION } from '../../catalogue/pagination.ts';
import type { CategoryWords } from '../types.ts';

export const PAGINATION_WORDS: Partial<CategoryWords<keyof typeof PAGINATION>> = {};
