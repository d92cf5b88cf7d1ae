/** Method names met in programs and tutorials that no revision defines, each with what the protocol has instead. */
import { defined } from '#shared/base';
import type { Sender } from './methods.ts';

export interface NonStandardMethod {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  readonly sender: Sender;
  readonly nonStandard: true;
  /** The method of the protocol that does this; none when the transport does it or nothing does. */
  readonly instead?: string;
  readonly why: keyof typeof NON_STANDARD_WORDS;
}

/** English for each `why`; the page translates by the key. */
export const NON_STANDARD_WORDS = {
  goodbye: 'MCP has no goodbye message: closing the transport ends the session (over HTTP, DELETE ends it early).',
  lsp: 'This is the spelling of the Language Server Protocol; MCP has its own name for it.',
  misspelt: 'This name is misspelt; receivers compare names exactly.',
  misnamed: 'Not defined in any protocol version; the protocol uses another name.',
} as const;

const entry = (
  method: string,
  kind: 'request' | 'notification',
  sender: Sender,
  why: keyof typeof NON_STANDARD_WORDS,
  instead?: string,
): NonStandardMethod => ({ method, kind, sender, nonStandard: true, why, ...defined({ instead }) });

export const NON_STANDARD_METHODS: readonly NonStandardMethod[] = [
  entry('notifications/closed', 'notification', 'both', 'goodbye'),
  entry('shutdown', 'request', 'both', 'goodbye'),
  entry('exit', 'notification', 'both', 'goodbye'),
  entry('notifications/shutdown', 'notification', 'both', 'goodbye'),
  entry('initialized', 'notification', 'client', 'lsp', 'notifications/initialized'),
  entry('$/cancelRequest', 'notification', 'both', 'lsp', 'notifications/cancelled'),
  entry('notifications/canceled', 'notification', 'both', 'misspelt', 'notifications/cancelled'),
  entry('notifications/log', 'notification', 'server', 'misnamed', 'notifications/message'),
  entry('logging/message', 'notification', 'server', 'misnamed', 'notifications/message'),
  entry('resources/get', 'request', 'client', 'misnamed', 'resources/read'),
  entry('tools/invoke', 'request', 'client', 'misnamed', 'tools/call'),
  entry('tools/execute', 'request', 'client', 'misnamed', 'tools/call'),
  entry('prompts/execute', 'request', 'client', 'misnamed', 'prompts/get'),
  entry('notifications/tools/listChanged', 'notification', 'server', 'misspelt', 'notifications/tools/list_changed'),
  entry('mcp/initialize', 'request', 'client', 'misspelt', 'initialize'),
  entry('elicitation/request', 'request', 'server', 'misnamed', 'elicitation/create'),
];

const byName = new Map(NON_STANDARD_METHODS.map((each) => [each.method, each]));

/** What is known of a name that no revision defines, or undefined when it is defined or was never met. */
export const nonStandardMethod = (method: string): NonStandardMethod | undefined => byName.get(method);
