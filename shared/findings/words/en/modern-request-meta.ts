import type { MODERN_REQUEST_META } from '../../catalogue/modern-request-meta.ts';
import type { CategoryWords } from '../types.ts';

export const MODERN_REQUEST_META_WORDS: Partial<CategoryWords<keyof typeof MODERN_REQUEST_META>> = {};
