/** Judges of what servers and clients offer: tools, prompts, resources, completion, logging, roots, sampling, elicitation. */
import type { Judge } from '../judge.ts';
import { CONTENT_BLOCKS } from './content-blocks.ts';
import { HEADER_MARKS } from './header-marks.ts';
import { LIST_WALKS } from './list-walks.ts';
import { PROMPT_GETS } from './prompts.ts';
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
];
