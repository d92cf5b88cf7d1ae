/** Every sentence about rules, in this language. Imported apart from `#shared/findings`: pages load it when findings are shown. */
import type { FindingsWords } from '../types.ts';
import { AUTH_WORDS } from './auth.ts';
import { CANCELLATION_WORDS } from './cancellation.ts';
import { CAPABILITIES_WORDS } from './capabilities.ts';
import { COMPLETION_WORDS } from './completion.ts';
import { ELICITATION_WORDS } from './elicitation.ts';
import { ERRORS_WORDS } from './errors.ts';
import { HTTP_SSE_2024_WORDS } from './http-sse-2024.ts';
import { JSONRPC_WORDS } from './jsonrpc.ts';
import { LIFECYCLE_WORDS } from './lifecycle.ts';
import { LOGGING_WORDS } from './logging.ts';
import { METADATA_WORDS } from './metadata.ts';
import { MODERN_DISCOVER_WORDS } from './modern-discover.ts';
import { MODERN_HTTP_WORDS } from './modern-http.ts';
import { MODERN_MRTR_WORDS } from './modern-mrtr.ts';
import { MODERN_REQUEST_META_WORDS } from './modern-request-meta.ts';
import { MODERN_RESULTS_WORDS } from './modern-results.ts';
import { MODERN_SUBSCRIPTIONS_WORDS } from './modern-subscriptions.ts';
import { PAGINATION_WORDS } from './pagination.ts';
import { PING_WORDS } from './ping.ts';
import { PROGRESS_WORDS } from './progress.ts';
import { PROMPTS_WORDS } from './prompts.ts';
import { RESOURCES_WORDS } from './resources.ts';
import { ROOTS_WORDS } from './roots.ts';
import { SAMPLING_WORDS } from './sampling.ts';
import { STDIO_WORDS } from './stdio.ts';
import { STREAMABLE_HTTP_WORDS } from './streamable-http.ts';
import { TASKS_EXTENSION_WORDS } from './tasks-extension.ts';
import { TASKS_WORDS } from './tasks.ts';
import { TOOLS_WORDS } from './tools.ts';
import { DIAGNOSIS } from './diagnosis.ts';
import { REPORT } from './report.ts';
import { UNSURE } from './unsure.ts';

export const FINDINGS_WORDS: FindingsWords = {
  rules: {
    ...AUTH_WORDS,
    ...CANCELLATION_WORDS,
    ...CAPABILITIES_WORDS,
    ...COMPLETION_WORDS,
    ...ELICITATION_WORDS,
    ...ERRORS_WORDS,
    ...HTTP_SSE_2024_WORDS,
    ...JSONRPC_WORDS,
    ...LIFECYCLE_WORDS,
    ...LOGGING_WORDS,
    ...METADATA_WORDS,
    ...MODERN_DISCOVER_WORDS,
    ...MODERN_HTTP_WORDS,
    ...MODERN_MRTR_WORDS,
    ...MODERN_REQUEST_META_WORDS,
    ...MODERN_RESULTS_WORDS,
    ...MODERN_SUBSCRIPTIONS_WORDS,
    ...PAGINATION_WORDS,
    ...PING_WORDS,
    ...PROGRESS_WORDS,
    ...PROMPTS_WORDS,
    ...RESOURCES_WORDS,
    ...ROOTS_WORDS,
    ...SAMPLING_WORDS,
    ...STDIO_WORDS,
    ...STREAMABLE_HTTP_WORDS,
    ...TASKS_EXTENSION_WORDS,
    ...TASKS_WORDS,
    ...TOOLS_WORDS,
  },
  unsure: UNSURE,
  report: REPORT,
  diagnosis: DIAGNOSIS,
};
