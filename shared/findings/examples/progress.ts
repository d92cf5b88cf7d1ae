/** What breaks and what keeps the rules of `progress`. */
import type { PROGRESS } from '../catalogue/progress.ts';
import type { Examples } from './script.ts';

export const PROGRESS_EXAMPLES: Partial<Examples<keyof typeof PROGRESS>> = {};
