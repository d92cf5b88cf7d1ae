/** What breaks and what keeps the rules of `ping`. */
import type { PING } from '../catalogue/ping.ts';
import type { Examples } from './script.ts';

export const PING_EXAMPLES: Partial<Examples<keyof typeof PING>> = {};
