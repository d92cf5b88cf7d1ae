/** What breaks and what keeps the rules of `capabilities`. */
import type { CAPABILITIES } from '../catalogue/capabilities.ts';
import type { Examples } from './script.ts';

export const CAPABILITIES_EXAMPLES: Partial<Examples<keyof typeof CAPABILITIES>> = {};
