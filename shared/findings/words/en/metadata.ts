import type { METADATA } from '../../catalogue/metadata.ts';
import type { CategoryWords } from '../types.ts';

export const METADATA_WORDS: Partial<CategoryWords<keyof typeof METADATA>> = {};
