/** What breaks and what keeps the rules of `stdio`. */
import type { STDIO } from '../catalogue/stdio.ts';
import type { Examples } from './script.ts';

export const STDIO_EXAMPLES: Partial<Examples<keyof typeof STDIO>> = {};
