/** What breaks and what keeps the rules of `errors`. */
import type { ERRORS } from '../catalogue/errors.ts';
import type { Examples } from './script.ts';

export const ERRORS_EXAMPLES: Partial<Examples<keyof typeof ERRORS>> = {};
