/** Every rule, and by its id its sentences and its example. A build takes apart what is loaded apart: relay/boot/rule-parts.mjs. */
import type { Example } from '../examples/script.ts';
import type { Rule } from '../rule.ts';
import type { RuleWords } from '../words/types.ts';
import * as AUTH from './auth.ts';
import * as AUTH_EXTRA from './auth-extra.ts';
import * as AUTH_GRANTS from './auth-grants.ts';
import * as CANCELLATION from './cancellation.ts';
import * as CAPABILITIES from './capabilities.ts';
import * as CAPABILITIES_DECLARED from './capabilities-declared.ts';
import * as COMPLETION from './completion.ts';
import * as ELICITATION from './elicitation.ts';
import * as ERRORS from './errors.ts';
import * as HTTP_RESUMING from './http-resuming.ts';
import * as HTTP_SESSIONS from './http-sessions.ts';
import * as HTTP_SSE_2024 from './http-sse-2024.ts';
import * as JSONRPC from './jsonrpc.ts';
import * as JSONRPC_RESPONSES from './jsonrpc-responses.ts';
import * as LIFECYCLE from './lifecycle.ts';
import * as LIFECYCLE_EXTRA from './lifecycle-extra.ts';
import * as LOGGING from './logging.ts';
import * as METADATA from './metadata.ts';
import * as METHODS from './methods.ts';
import * as MODERN_DISCOVER from './modern-discover.ts';
import * as MODERN_HTTP from './modern-http.ts';
import * as MODERN_MRTR from './modern-mrtr.ts';
import * as MODERN_REQUEST_META from './modern-request-meta.ts';
import * as MODERN_RESULTS from './modern-results.ts';
import * as MODERN_SUBSCRIPTIONS from './modern-subscriptions.ts';
import * as PAGINATION from './pagination.ts';
import * as PING from './ping.ts';
import * as PROGRESS from './progress.ts';
import * as PROMPTS from './prompts.ts';
import * as RESOURCES from './resources.ts';
import * as ROOTS from './roots.ts';
import * as SAMPLING from './sampling.ts';
import * as STDIO from './stdio.ts';
import * as STREAMABLE_HTTP from './streamable-http.ts';
import * as TASKS from './tasks.ts';
import * as TASKS_EXTENSION from './tasks-extension.ts';
import * as TOOLS_EXTRA from './tools-extra.ts';
import * as TOOLS from './tools.ts';

type ById<Value> = { readonly [id: string]: Value };
interface Group {
  readonly RULES: ById<Rule>;
  readonly EN: ById<RuleWords>;
  readonly ZH: ById<RuleWords>;
  readonly EXAMPLES: ById<Example>;
}

/** Every group, in the order in which reports and panels show the rules. */
const GROUPS: readonly Group[] = [
  LIFECYCLE,
  LIFECYCLE_EXTRA,
  JSONRPC,
  JSONRPC_RESPONSES,
  METHODS,
  ERRORS,
  CAPABILITIES,
  CAPABILITIES_DECLARED,
  PING,
  CANCELLATION,
  PROGRESS,
  PAGINATION,
  METADATA,
  STDIO,
  STREAMABLE_HTTP,
  HTTP_SESSIONS,
  HTTP_RESUMING,
  HTTP_SSE_2024,
  AUTH,
  AUTH_GRANTS,
  AUTH_EXTRA,
  TOOLS,
  TOOLS_EXTRA,
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
];

const joined = <Value>(tables: readonly ById<Value>[]): ById<Value> => Object.assign({}, ...tables) as ById<Value>;

/** Every rule, in the same order. */
export const RULES: readonly Rule[] = GROUPS.flatMap((group) => Object.values(group.RULES));
export const EN = joined(GROUPS.map((group) => group.EN));
export const ZH = joined(GROUPS.map((group) => group.ZH));
export const EXAMPLES = joined(GROUPS.map((group) => group.EXAMPLES));

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** The rule of this id. */
export const ruleById = (id: string): Rule | undefined => BY_ID.get(id);
