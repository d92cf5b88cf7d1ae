/** What breaks and what keeps the rules of `prompts`. */
import type { PROMPTS } from '../catalogue/prompts.ts';
import type { Examples } from './script.ts';

export const PROMPTS_EXAMPLES: Partial<Examples<keyof typeof PROMPTS>> = {};
