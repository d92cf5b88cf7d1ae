/** What breaks and what keeps the rules of `resources`. */
import type { RESOURCES } from '../catalogue/resources.ts';
import type { Examples } from './script.ts';

export const RESOURCES_EXAMPLES: Partial<Examples<keyof typeof RESOURCES>> = {};
