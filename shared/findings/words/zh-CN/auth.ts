import type { AUTH } from '../../catalogue/auth.ts';
import type { CategoryWords } from '../types.ts';

export const AUTH_WORDS: Partial<CategoryWords<keyof typeof AUTH>> = {};
