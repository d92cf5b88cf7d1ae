/** Every judge. Within an event they are asked in this order. */
import type { Judge } from '../judge.ts';
import { BASICS } from './basics.ts';
import { FEATURES } from './features.ts';
import { SCHEMAS } from './schemas.ts';
import { TASK_REQUESTS } from './task-requests.ts';
import { TASK_RESULTS } from './task-results.ts';
import { TASK_STATES } from './task-states.ts';

export const JUDGES: readonly Judge[] = [
  // Messages of any kind.
  ...BASICS,
  SCHEMAS,
  ...FEATURES,
  // Tasks.
  TASK_REQUESTS,
  TASK_STATES,
  TASK_RESULTS,
];
