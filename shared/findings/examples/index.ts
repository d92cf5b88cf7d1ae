/** What breaks and what keeps each rule. Imported apart from `#shared/findings`: only `explain`, the panel and tests want them. */
import { AUTH_EXAMPLES } from './auth.ts';
import { CANCELLATION_EXAMPLES } from './cancellation.ts';
import { CAPABILITIES_EXAMPLES } from './capabilities.ts';
import { COMPLETION_EXAMPLES } from './completion.ts';
import { ELICITATION_EXAMPLES } from './elicitation.ts';
import { ERRORS_EXAMPLES } from './errors.ts';
import { HTTP_SSE_2024_EXAMPLES } from './http-sse-2024.ts';
import { JSONRPC_EXAMPLES } from './jsonrpc.ts';
import { LIFECYCLE_EXAMPLES } from './lifecycle.ts';
import { LOGGING_EXAMPLES } from './logging.ts';
import { METADATA_EXAMPLES } from './metadata.ts';
import { MODERN_DISCOVER_EXAMPLES } from './modern-discover.ts';
import { MODERN_HTTP_EXAMPLES } from './modern-http.ts';
import { MODERN_MRTR_EXAMPLES } from './modern-mrtr.ts';
import { MODERN_REQUEST_META_EXAMPLES } from './modern-request-meta.ts';
import { MODERN_RESULTS_EXAMPLES } from './modern-results.ts';
import { MODERN_SUBSCRIPTIONS_EXAMPLES } from './modern-subscriptions.ts';
import { PAGINATION_EXAMPLES } from './pagination.ts';
import { PING_EXAMPLES } from './ping.ts';
import { PROGRESS_EXAMPLES } from './progress.ts';
import { PROMPTS_EXAMPLES } from './prompts.ts';
import { RESOURCES_EXAMPLES } from './resources.ts';
import { ROOTS_EXAMPLES } from './roots.ts';
import { SAMPLING_EXAMPLES } from './sampling.ts';
import { STDIO_EXAMPLES } from './stdio.ts';
import { STREAMABLE_HTTP_EXAMPLES } from './streamable-http.ts';
import { TASKS_EXTENSION_EXAMPLES } from './tasks-extension.ts';
import { TASKS_EXAMPLES } from './tasks.ts';
import { TOOLS_EXAMPLES } from './tools.ts';
import type { Example, Examples } from './script.ts';

const ALL: Partial<Examples> = {
  ...AUTH_EXAMPLES,
  ...CANCELLATION_EXAMPLES,
  ...CAPABILITIES_EXAMPLES,
  ...COMPLETION_EXAMPLES,
  ...ELICITATION_EXAMPLES,
  ...ERRORS_EXAMPLES,
  ...HTTP_SSE_2024_EXAMPLES,
  ...JSONRPC_EXAMPLES,
  ...LIFECYCLE_EXAMPLES,
  ...LOGGING_EXAMPLES,
  ...METADATA_EXAMPLES,
  ...MODERN_DISCOVER_EXAMPLES,
  ...MODERN_HTTP_EXAMPLES,
  ...MODERN_MRTR_EXAMPLES,
  ...MODERN_REQUEST_META_EXAMPLES,
  ...MODERN_RESULTS_EXAMPLES,
  ...MODERN_SUBSCRIPTIONS_EXAMPLES,
  ...PAGINATION_EXAMPLES,
  ...PING_EXAMPLES,
  ...PROGRESS_EXAMPLES,
  ...PROMPTS_EXAMPLES,
  ...RESOURCES_EXAMPLES,
  ...ROOTS_EXAMPLES,
  ...SAMPLING_EXAMPLES,
  ...STDIO_EXAMPLES,
  ...STREAMABLE_HTTP_EXAMPLES,
  ...TASKS_EXTENSION_EXAMPLES,
  ...TASKS_EXAMPLES,
  ...TOOLS_EXAMPLES,
};

/** The example of a rule. */
export function exampleOf(rule: string): Example | undefined {
  return ALL[rule];
}
