/** What breaks and what keeps the rules of `elicitation`. */
import type { ELICITATION } from '../catalogue/elicitation.ts';
import type { Examples } from './script.ts';

export const ELICITATION_EXAMPLES: Partial<Examples<keyof typeof ELICITATION>> = {};
