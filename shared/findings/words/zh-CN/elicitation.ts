import type { ELICITATION } from '../../catalogue/elicitation.ts';
import type { CategoryWords } from '../types.ts';

export const ELICITATION_WORDS: Partial<CategoryWords<keyof typeof ELICITATION>> = {};
