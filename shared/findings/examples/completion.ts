/** What breaks and what keeps the rules of `completion`. */
import type { COMPLETION } from '../catalogue/completion.ts';
import type { Examples } from './script.ts';

export const COMPLETION_EXAMPLES: Partial<Examples<keyof typeof COMPLETION>> = {};
