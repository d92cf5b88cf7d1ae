/** What breaks and what keeps the rules of `tools`. */
import type { TOOLS } from '../catalogue/tools.ts';
import type { Examples } from './script.ts';

export const TOOLS_EXAMPLES: Partial<Examples<keyof typeof TOOLS>> = {};
