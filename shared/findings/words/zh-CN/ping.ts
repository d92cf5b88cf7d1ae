import type { PING } from '../../catalogue/ping.ts';
import type { CategoryWords } from '../types.ts';

export const PING_WORDS: Partial<CategoryWords<keyof typeof PING>> = {};
