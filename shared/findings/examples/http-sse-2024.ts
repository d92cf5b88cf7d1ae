/** What breaks and what keeps the rules of `http-sse-2024`. */
import type { HTTP_SSE_2024 } from '../catalogue/http-sse-2024.ts';
import type { Examples } from './script.ts';

export const HTTP_SSE_2024_EXAMPLES: Partial<Examples<keyof typeof HTTP_SSE_2024>> = {};
