/** Every rule, by category. */
import type { Rule } from '../rule.ts';
import { AUTH } from './auth.ts';
import { CANCELLATION } from './cancellation.ts';
import { CAPABILITIES } from './capabilities.ts';
import { COMPLETION } from './completion.ts';
import { ELICITATION } from './elicitation.ts';
import { ERRORS } from './errors.ts';
import { HTTP_SSE_2024 } from './http-sse-2024.ts';
import { JSONRPC } from './jsonrpc.ts';
import { LIFECYCLE } from './lifecycle.ts';
import { LOGGING } from './logging.ts';
import { METADATA } from './metadata.ts';
import { MODERN_DISCOVER } from './modern-discover.ts';
import { MODERN_HTTP } from './modern-http.ts';
import { MODERN_MRTR } from './modern-mrtr.ts';
import { MODERN_REQUEST_META } from './modern-request-meta.ts';
import { MODERN_RESULTS } from './modern-results.ts';
import { MODERN_SUBSCRIPTIONS } from './modern-subscriptions.ts';
import { PAGINATION } from './pagination.ts';
import { PING } from './ping.ts';
import { PROGRESS } from './progress.ts';
import { PROMPTS } from './prompts.ts';
import { RESOURCES } from './resources.ts';
import { ROOTS } from './roots.ts';
import { SAMPLING } from './sampling.ts';
import { STDIO } from './stdio.ts';
import { STREAMABLE_HTTP } from './streamable-http.ts';
import { TASKS } from './tasks.ts';
import { TASKS_EXTENSION } from './tasks-extension.ts';
import { TOOLS } from './tools.ts';

/** Every category, in the order in which reports and panels show them. */
export const CATALOGUE = {
  LIFECYCLE,
  JSONRPC,
  ERRORS,
  CAPABILITIES,
  PING,
  CANCELLATION,
  PROGRESS,
  PAGINATION,
  METADATA,
  STDIO,
  STREAMABLE_HTTP,
  HTTP_SSE_2024,
  AUTH,
  TOOLS,
  RESOURCES,
  PROMPTS,
  COMPLETION,
  LOGGING,
  ROOTS,
  SAMPLING,
  ELICITATION,
  TASKS,
  MODERN_DISCOVER,
  MODERN_REQUEST_META,
  MODERN_RESULTS,
  MODERN_HTTP,
  MODERN_MRTR,
  MODERN_SUBSCRIPTIONS,
  TASKS_EXTENSION,
};

/** Every rule, in the same order. */
export const RULES: readonly Rule[] = Object.values(CATALOGUE).flatMap((each) => Object.values<Rule>(each));

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** The rule of this id. */
export function ruleById(id: string): Rule | undefined {
  return BY_ID.get(id);
}
