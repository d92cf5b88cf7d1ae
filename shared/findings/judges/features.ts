/** Judges of what servers and clients offer: tools, prompts, resources, completion, logging, roots, sampling, elicitation. */
import type { Judge } from '../judging.ts';
import { CONTENT_BLOCKS } from './content-blocks.ts';
import { CLIENT_ASKS } from './client-asks.ts';
import { COMPLETIONS } from './completion.ts';
import { ELICITATION_IDS } from './elicitation-ids.ts';
import { HEADER_MARKS } from './header-marks.ts';
import { LIST_WALKS } from './list-walks.ts';
import { LOG_LIMITS } from './log-limits.ts';
import { LOG_MESSAGES } from './logging.ts';
import { PROMPT_GETS } from './prompts.ts';
import { RESOURCE_READS } from './resource-reads.ts';
import { RESOURCE_SUBSCRIPTIONS } from './resource-subscriptions.ts';
import { RESOURCE_URIS } from './resource-uri.ts';
import { ROOT_CHANGES } from './roots.ts';
import { TOOL_CALLS } from './tool-calls.ts';
import { TOOL_LIST } from './tool-list.ts';
import { TOOL_RESULTS } from './tool-results.ts';

export const FEATURES: readonly Judge[] = [
  TOOL_LIST,
  HEADER_MARKS,
  LIST_WALKS,
  TOOL_CALLS,
  TOOL_RESULTS,
  CONTENT_BLOCKS,
  PROMPT_GETS,
  RESOURCE_URIS,
  RESOURCE_READS,
  RESOURCE_SUBSCRIPTIONS,
  COMPLETIONS,
  LOG_MESSAGES,
  LOG_LIMITS,
  CLIENT_ASKS,
  ELICITATION_IDS,
  ROOT_CHANGES,
];
