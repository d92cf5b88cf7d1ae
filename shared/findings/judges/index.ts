/** Every judge. Within an event they are asked in this order. */
import type { Judge } from '../judge.ts';
import { ENVELOPE } from './envelope.ts';

export const JUDGES: readonly Judge[] = [ENVELOPE];
