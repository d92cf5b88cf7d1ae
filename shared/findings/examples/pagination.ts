/** What breaks and what keeps the rules of `pagination`. */
import type { PAGINATION } from '../catalogue/pagination.ts';
import type { Examples } from './script.ts';

export const PAGINATION_EXAMPLES: Partial<Examples<keyof typeof PAGINATION>> = {};
