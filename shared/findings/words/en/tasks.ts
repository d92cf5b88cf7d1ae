import type { TASKS } from '../../catalogue/tasks.ts';
import type { CategoryWords } from '../types.ts';

export const TASKS_WORDS: Partial<CategoryWords<keyof typeof TASKS>> = {};
