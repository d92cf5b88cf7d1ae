import type { STREAMABLE_HTTP } from '../../catalogue/streamable-http.ts';
import type { CategoryWords } from '../types.ts';

export const STREAMABLE_HTTP_WORDS: Partial<CategoryWords<keyof typeof STREAMABLE_HTTP>> = {};
