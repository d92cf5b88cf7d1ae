/** What breaks and what keeps the rules of `tasks`. */
import type { TASKS } from '../catalogue/tasks.ts';
import type { Examples } from './script.ts';

export const TASKS_EXAMPLES: Partial<Examples<keyof typeof TASKS>> = {};
