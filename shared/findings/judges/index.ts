/** Every judge. Within an event they are asked in this order. */
import type { Judge } from '../judging.ts';
import { AUTH_CHALLENGE } from './auth-challenge.ts';
import { AUTH_FLOW } from './auth-flow.ts';
import { AUTH_METADATA } from './auth-metadata.ts';
import { BATCHES } from './batches.ts';
import { CACHE_HINTS } from './cache-hints.ts';
import { CANCELLATIONS } from './cancellations.ts';
import { CAPABILITIES_ANSWERED } from './capabilities-answered.ts';
import { CAPABILITIES_DECLARED } from './capabilities-declared.ts';
import { CAPABILITIES_USED } from './capabilities-used.ts';
import { CLIENT_ASKS } from './client-asks.ts';
import { COMPLETIONS } from './completion.ts';
import { CONTENT_BLOCKS } from './content-blocks.ts';
import { DEPRECATIONS } from './deprecated.ts';
import { DISCOVERY } from './discovery.ts';
import { ELICITATION_IDS } from './elicitation-ids.ts';
import { ENVELOPE } from './envelope.ts';
import { ERROR_CODES } from './error-codes.ts';
import { ERROR_SHAPE } from './error-shape.ts';
import { HANDSHAKE } from './handshake.ts';
import { HEADER_MARKS } from './header-marks.ts';
import { HTTP_GET } from './http-get.ts';
import { HTTP_MIRRORS } from './http-mirrors.ts';
import { HTTP_MODERN } from './http-modern.ts';
import { HTTP_ORIGIN } from './http-origin.ts';
import { HTTP_REPLIES } from './http-replies.ts';
import { HTTP_REQUESTS } from './http-requests.ts';
import { HTTP_SESSION } from './http-session.ts';
import { HTTP_VERSION } from './http-version.ts';
import { INIT_VERSIONS } from './init-versions.ts';
import { INPUT_ASKED } from './input-asked.ts';
import { INPUT_REQUIRED } from './input-required.ts';
import { INPUT_RETRIES } from './input-retries.ts';
import { LIST_WALKS } from './list-walks.ts';
import { LOG_LIMITS } from './log-limits.ts';
import { LOG_MESSAGES } from './logging.ts';
import { METADATA_JUDGE } from './metadata.ts';
import { METHOD_NAMES } from './methods.ts';
import { NEWER_FIELDS } from './newer-fields.ts';
import { PAGES } from './pages.ts';
import { PINGS } from './ping.ts';
import { PROGRESS_REPORTS } from './progress.ts';
import { PROMPT_GETS } from './prompts.ts';
import { REQUEST_IDS } from './request-ids.ts';
import { REQUEST_META } from './request-meta.ts';
import { RESOURCE_READS } from './resource-reads.ts';
import { RESOURCE_SUBSCRIPTIONS } from './resource-subscriptions.ts';
import { RESOURCE_URIS } from './resource-uri.ts';
import { RESPONSE_IDS } from './response-ids.ts';
import { RESULT_TYPES } from './result-types.ts';
import { ROOT_CHANGES } from './roots.ts';
import { SCHEMAS } from './schemas.ts';
import { SSE_2024 } from './sse-2024.ts';
import { SSE_ENDS } from './sse-ends.ts';
import { SSE_IDS } from './sse-ids.ts';
import { SSE_MESSAGES } from './sse-messages.ts';
import { STDIO_LINES } from './stdio-lines.ts';
import { STDIO_PROCESS } from './stdio-process.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';
import { TASK_EXTENSION } from './task-extension.ts';
import { TASK_HANDLES } from './task-handles.ts';
import { TASK_INPUTS } from './task-inputs.ts';
import { TASK_REQUESTS } from './task-requests.ts';
import { TASK_RESULTS } from './task-results.ts';
import { TASK_STATES } from './task-states.ts';
import { TOOL_CALLS } from './tool-calls.ts';
import { TOOL_LIST } from './tool-list.ts';
import { TOOL_RESULTS } from './tool-results.ts';
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
