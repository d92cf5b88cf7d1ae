import type { TASKS_EXTENSION } from '../../catalogue/tasks-extension.ts';
import type { CategoryWords } from '../types.ts';

export const TASKS_EXTENSION_WORDS: Partial<CategoryWords<keyof typeof TASKS_EXTENSION>> = {};
