/** What breaks and what keeps the rules of `auth`. */
import type { AUTH } from '../catalogue/auth.ts';
import type { Examples } from './script.ts';

export const AUTH_EXAMPLES: Partial<Examples<keyof typeof AUTH>> = {};
