import type { HTTP_SSE_2024 } from '../../catalogue/http-sse-2024.ts';
import type { CategoryWords } from '../types.ts';

export const HTTP_SSE_2024_WORDS: Partial<CategoryWords<keyof typeof HTTP_SSE_2024>> = {};
