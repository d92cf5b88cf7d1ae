/** What breaks and what keeps the rules of `tasks-extension`. */
import type { TASKS_EXTENSION } from '../catalogue/tasks-extension.ts';
import type { Examples } from './script.ts';

export const TASKS_EXTENSION_EXAMPLES: Partial<Examples<keyof typeof TASKS_EXTENSION>> = {};
