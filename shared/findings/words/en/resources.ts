import type { RESOURCES } from '../../catalogue/resources.ts';
import type { CategoryWords } from '../types.ts';

export const RESOURCES_WORDS: Partial<CategoryWords<keyof typeof RESOURCES>> = {};
