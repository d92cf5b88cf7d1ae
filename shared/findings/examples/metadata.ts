/** What breaks and what keeps the rules of `metadata`. */
import type { METADATA } from '../catalogue/metadata.ts';
import type { Examples } from './script.ts';

export const METADATA_EXAMPLES: Partial<Examples<keyof typeof METADATA>> = {};
