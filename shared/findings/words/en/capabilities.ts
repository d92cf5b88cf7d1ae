import type { CAPABILITIES } from '../../catalogue/capabilities.ts';
import type { CategoryWords } from '../types.ts';

export const CAPABILITIES_WORDS: Partial<CategoryWords<keyof typeof CAPABILITIES>> = {};
