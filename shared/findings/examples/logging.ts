/** What breaks and what keeps the rules of `logging`. */
import type { LOGGING } from '../catalogue/logging.ts';
import type { Examples } from './script.ts';

export const LOGGING_EXAMPLES: Partial<Examples<keyof typeof LOGGING>> = {};
