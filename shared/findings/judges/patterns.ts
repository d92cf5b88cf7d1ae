/** Judges of cancellation, progress and pages, of tasks, and of the per-request era. */
import type { Judge } from '../judging.ts';
import { CACHE_HINTS } from './cache-hints.ts';
import { CANCELLATIONS } from './cancellations.ts';
import { DISCOVERY } from './discovery.ts';
import { INPUT_REQUIRED } from './input-required.ts';
import { INPUT_RETRIES } from './input-retries.ts';
import { PAGES } from './pages.ts';
import { PROGRESS_REPORTS } from './progress.ts';
import { REQUEST_META } from './request-meta.ts';
import { RESULT_TYPES } from './result-types.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';
import { TASK_EXTENSION } from './task-extension.ts';
import { TASK_HANDLES } from './task-handles.ts';
import { TASK_INPUTS } from './task-inputs.ts';
import { TASK_REQUESTS } from './task-requests.ts';
import { TASK_RESULTS } from './task-results.ts';
import { TASK_STATES } from './task-states.ts';
import { VERSION_CHOICES } from './versions.ts';

export const PATTERNS: readonly Judge[] = [
  CANCELLATIONS,
  PROGRESS_REPORTS,
  PAGES,
  REQUEST_META,
  VERSION_CHOICES,
  DISCOVERY,
  RESULT_TYPES,
  CACHE_HINTS,
  INPUT_REQUIRED,
  INPUT_RETRIES,
  SUBSCRIPTIONS,
  TASK_REQUESTS,
  TASK_STATES,
  TASK_RESULTS,
  TASK_HANDLES,
  TASK_EXTENSION,
  TASK_INPUTS,
];
