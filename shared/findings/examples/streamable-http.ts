/** What breaks and what keeps the rules of `streamable-http`. */
import type { STREAMABLE_HTTP } from '../catalogue/streamable-http.ts';
import type { Examples } from './script.ts';

export const STREAMABLE_HTTP_EXAMPLES: Partial<Examples<keyof typeof STREAMABLE_HTTP>> = {};
