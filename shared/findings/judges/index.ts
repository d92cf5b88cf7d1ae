/** Every judge. Within an event they are asked in this order. */
import type { Judge } from '../judging.ts';
import { AUTH_CHALLENGE } from './auth-challenge.ts';
import { AUTH_FLOW } from './auth-flow.ts';
import { AUTH_METADATA } from './auth-metadata.ts';
import { BATCHES } from './batches.ts';
import { CACHE_HINTS, RESULT_TYPES } from './results.ts';
import { CANCELLATIONS } from './cancellations.ts';
import { CAPABILITIES_ANSWERED, CAPABILITIES_DECLARED, CAPABILITIES_USED } from './capabilities.ts';
import { CLIENT_ASKS } from './client-asks.ts';
import { COMPLETIONS } from './completion.ts';
import { CONTENT_BLOCKS } from './content-blocks.ts';
import { DEPRECATIONS } from './deprecated.ts';
import { DISCOVERY } from './discovery.ts';
import { ELICITATION_IDS } from './elicitation.ts';
import { ENVELOPE } from './envelope.ts';
import { ERROR_CODES, ERROR_SHAPE } from './errors.ts';
import { HANDSHAKE, INIT_VERSIONS } from './handshake.ts';
import { HEADER_MARKS, TOOL_LIST } from './tool-list.ts';
import { HTTP_GET } from './http-get.ts';
import { HTTP_MIRRORS } from './http-mirrors.ts';
import { HTTP_MODERN } from './http-modern.ts';
import { HTTP_ORIGIN } from './http-origin.ts';
import { HTTP_REPLIES, HTTP_REQUESTS } from './http-posts.ts';
import { HTTP_SESSION } from './http-session.ts';
import { HTTP_VERSION } from './http-version.ts';
import { INPUT_ASKED } from './input-asked.ts';
import { INPUT_REQUIRED, INPUT_RETRIES } from './input-rounds.ts';
import { LIST_WALKS, PAGES } from './lists.ts';
import { LOG_LIMITS, LOG_MESSAGES } from './logging.ts';
import { METADATA_JUDGE } from './metadata.ts';
import { METHOD_NAMES } from './methods.ts';
import { NEWER_FIELDS } from './newer-fields.ts';
import { PINGS } from './ping.ts';
import { PROGRESS_REPORTS } from './progress.ts';
import { PROMPT_GETS } from './prompts.ts';
import { REQUEST_IDS, RESPONSE_IDS } from './message-ids.ts';
import { REQUEST_META } from './request-meta.ts';
import { RESOURCE_READS, RESOURCE_URIS } from './resources.ts';
import { RESOURCE_SUBSCRIPTIONS } from './resource-subscriptions.ts';
import { ROOT_CHANGES } from './roots.ts';
import { SCHEMAS } from './schemas.ts';
import { SSE_2024 } from './sse-2024.ts';
import { SSE_ENDS } from './sse-ends.ts';
import { SSE_IDS } from './sse-ids.ts';
import { SSE_MESSAGES } from './sse-messages.ts';
import { STDIO_LINES, STDIO_PROCESS } from './stdio.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';
import { TASK_EXTENSION, TASK_HANDLES, TASK_INPUTS } from './task-extension.ts';
import { TASK_REQUESTS } from './task-requests.ts';
import { TASK_RESULTS } from './task-results.ts';
import { TASK_STATES } from './task-states.ts';
import { TOOL_CALLS, TOOL_RESULTS } from './tool-calls.ts';
import { VERSION_CHOICES } from './versions.ts';
import { WAITS } from './waits.ts';

export const JUDGES: readonly Judge[] = [
  // What every session has: JSON-RPC, errors, pings, the handshake, capabilities, metadata.
  ENVELOPE,
  REQUEST_IDS,
  RESPONSE_IDS,
  ERROR_SHAPE,
  ERROR_CODES,
  BATCHES,
  METHOD_NAMES,
  HANDSHAKE,
  INIT_VERSIONS,
  CAPABILITIES_DECLARED,
  CAPABILITIES_USED,
  CAPABILITIES_ANSWERED,
  INPUT_ASKED,
  PINGS,
  WAITS,
  METADATA_JUDGE,
  DEPRECATIONS,
  NEWER_FIELDS,
  SCHEMAS,
  // What servers and clients offer: tools, prompts, resources, completion, logging, roots, sampling, elicitation.
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
  // Cancellation, progress and pages, of tasks, and of the per-request era.
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
  // The transports: stdio, HTTP, HTTP+SSE, authorization over HTTP.
  STDIO_LINES,
  STDIO_PROCESS,
  HTTP_REQUESTS,
  HTTP_REPLIES,
  HTTP_SESSION,
  HTTP_VERSION,
  HTTP_ORIGIN,
  HTTP_GET,
  HTTP_MIRRORS,
  HTTP_MODERN,
  SSE_MESSAGES,
  SSE_ENDS,
  SSE_IDS,
  SSE_2024,
  AUTH_CHALLENGE,
  AUTH_METADATA,
  AUTH_FLOW,
];
