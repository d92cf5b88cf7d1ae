/** The English words of exported diagrams and reports: the same that the page has for the same things. */
import type { Fault } from '#shared/jsonrpc';
import type { Outcome, Phase } from '#shared/session';
import type { AuthorizationStep, Author, ProcessBody } from '#shared/recording';
import { countOf } from './figures.ts';

export const PHASE_WORDS: { readonly [phase in Phase]: string } = {
  connection: 'Connect',
  initialization: 'Initialize',
  discovery: 'Discover',
  operation: 'Operate',
  shutdown: 'Shutdown',
};

export const FAULT_WORDS: { readonly [fault in Fault]: string } = {
  empty: 'Empty line',
  'not-json': 'Not JSON',
  html: 'HTML instead of JSON',
  'incomplete-json': 'Incomplete JSON',
  'trailing-comma': 'Trailing comma',
  'two-messages': 'Two messages on one line',
  'byte-order-mark': 'Byte-order mark',
  'invalid-utf8': 'Invalid UTF-8',
  'missing-jsonrpc': 'No "jsonrpc" member',
  'wrong-jsonrpc': 'Wrong "jsonrpc" member',
  'null-id': 'Id is null',
  'bad-id': 'Id of a wrong type',
  'id-not-integer': 'Id is not an integer',
  'result-and-error': 'Both result and error',
  'bad-method': 'Method is not a string',
  'bad-params': 'Params of a wrong type',
  'bad-error': 'Malformed error',
  'empty-batch': 'Empty batch',
  'not-an-object': 'Not a message',
  'not-a-message': 'Not a JSON-RPC message',
  'unknown-id': 'Answer to nothing',
  'no-id': 'Answer without an id',
  'duplicate-response': 'Answered twice',
  'reused-id': 'Id used twice',
  'batch-not-in-revision': 'Batch not allowed',
  'before-handshake': 'Before the handshake',
  unterminated: 'Cut off',
  'carriage-return': 'Ends with CR LF',
  'hidden-characters': 'Hidden characters',
  'unsafe-number': 'Id beyond 2^53',
  'deep-nesting': 'Very deep nesting',
};

/** How an operation stands that was not answered, or not well. */
export const OUTCOME_WORDS: { readonly [outcome in Outcome | 'waiting' | 'session-lost']?: string } = {
  'session-lost': 'session lost',
  waiting: 'waiting…',
  silence: 'no reply',
  'no-answer': 'no answer',
  ended: 'ended first',
  cancelled: 'cancelled',
  timeout: 'timed out',
};

export const AUTHOR_WORDS: { readonly [author in Author]: string } = {
  auto: 'automatic',
  user: 'by hand',
  host: 'from the host program',
  rerun: 'sent again',
  exercise: 'exercise',
  mock: 'from a mock',
};

export const STEP_WORDS: { readonly [step in AuthorizationStep]: string } = {
  'resource-metadata': 'resource metadata',
  'server-metadata': 'server metadata',
  'client-registration': 'client registration',
  authorization: 'authorization',
  token: 'token',
  'token-exchange': 'token exchange',
};

export const PROCESS_WORDS: {
  readonly [event in Exclude<ProcessBody['event'], 'spawn' | 'signal' | 'exit' | 'stray' | 'stdin-wait'>]: string;
} = {
  'spawn-failed': 'could not be started',
  'stdin-end': 'stdin closed',
  'stdin-error': 'stdin broke',
  'stdin-drain': 'stdin was read',
  'stdout-end': 'stdout ended',
  'stdout-hold': 'stdout paused until the server reads stdin',
  'stdout-resume': 'stdout read again',
};

export const CONNECTION_WORDS: ReadonlyMap<string, string> = new Map([
  ['opening', 'connecting'],
  ['open', 'connected'],
  ['resumed', 'connection resumed'],
  ['restarted', 'the server is a new one'],
  ['authorization', 'authorization'],
  ['slowed', 'slowed down'],
  ['policy', 'automatic steps changed'],
  ['closing', 'closing'],
  ['closed', 'closed'],
  ['problem', 'problem'],
]);

/** Reasons of connection problems, ends, restarts and of the era that was found. Reasons that are not here speak for themselves. */
export const REASON_WORDS: ReadonlyMap<string, string> = new Map([
  ['command-not-found', 'Command not found'],
  ['bad-folder', 'Folder not found'],
  ['not-executable', 'Not executable'],
  ['spawn-failed', 'The server could not be started'],
  ['server-exited', 'The server exited'],
  ['http-unreachable', 'The server cannot be reached'],
  ['proxy-invalid', 'Unusable proxy address'],
  ['proxy-unreachable', 'The proxy cannot be reached'],
  ['proxy-authentication', 'The proxy wants a user name and password (407)'],
  ['proxy-refused', 'The proxy refused the connection'],
  ['tls-self-signed', 'Self-signed certificate'],
  ['tls-unknown-ca', 'Certificate of an unknown authority'],
  ['tls-expired', 'Certificate not valid today'],
  ['tls-wrong-host', 'Certificate of another host'],
  ['tls-client-certificate', 'The server requires a client certificate'],
  ['tls-client-refused', 'The client certificate was refused'],
  ['tls-protocol', 'No common TLS version'],
  ['tls-not-spoken', 'The server does not speak TLS here'],
  ['tls-expected', 'The server expects HTTPS here'],
  ['tls-closed', 'The server closed the TLS connection'],
  ['tls-unverified', 'The certificate is not verified'],
  ['tls-failed', 'The TLS handshake failed'],
  ['redirected-elsewhere', 'Redirected to another address'],
  ['redirected-to-http', 'Redirected from HTTPS to HTTP'],
  ['redirected-too-often', 'Too many redirects'],
  ['redirect-hidden', 'Redirected, and the browser hides where to'],
  ['cors-refused', 'The browser was refused (CORS)'],
  ['cors-hidden-session', 'The session id is hidden from the page (CORS)'],
  ['unsupported-revision', 'No common revision'],
  ['discover-refused', 'The server does not speak the chosen revision'],
  ['needed', 'Asked for by the server'],
  ['redirect', 'Waiting for consent'],
  ['nonce', 'Nonce given by the server'],
  ['granted', 'Granted'],
  ['failed', 'Failed'],
  ['http-unauthorized', 'The server wants authorization (401)'],
  ['authorization-not-kept', 'The authorization could not be kept'],
  ['http-forbidden', 'The server forbids this (403)'],
  ['session-lost', 'The server keeps forgetting the session'],
  ['stream-ended', 'The event stream ended'],
  ['endpoint-refused', 'Address at another origin'],
  ['finished', 'Finished'],
  ['interrupted', 'Interrupted'],
  ['model-failed', 'The model did not answer'],
  ['initialize-refused', 'Initialization refused'],
  ['initialize-unanswered', 'Initialization not answered'],
  ['initialize-invalid', 'Initialization not understood'],
  ['not-sent', 'Not sent'],
  ['stdin-full', 'Not sent: the server does not read stdin'],
  ['recording-failed', 'Recording stopped'],
  ['relay-stopped', 'The relay stopped'],
  ['closed-by-user', 'Closed by the person'],
  ['page-reloaded', 'Page reloaded'],
  ['discovered', 'the server answered server/discover'],
  ['chosen', 'chosen when connecting, and confirmed by server/discover'],
  ['discovered-handshake-only', 'the server answered server/discover, but lists only revisions with a handshake'],
  ['not-a-discover-result', 'the answer to server/discover is no discover result'],
  ['blocked', 'the browser did not let server/discover through'],
  ['silence', 'the server did not answer server/discover'],
  ['exited', 'the server exited when it was asked server/discover'],
  ['empty-answer', 'server/discover was accepted without an answer'],
  ['version-error', 'the server refuses this version and lists only revisions with a handshake'],
  ['http-sse', 'the server speaks HTTP+SSE'],
]);

const SLOWED_WORDS: ReadonlyMap<string, string> = new Map([
  ['list-changed', 'lists change faster than they can be read; the next one is read'],
  ['list-pages', 'a list has more pages than are read automatically; the rest is not read'],
  ['stream-retry', 'the stream ends again and again without a message; it is opened again'],
  ['subscription', 'the subscription ends again and again; it is opened again'],
  ['task-polling', 'the task asks to be polled without a pause; its state is requested'],
  ['restarts', 'the server forgets its sessions again and again; the next one begins'],
  ['questions', 'the server asks the model again and again; it is asked'],
  ['answers', 'the server asks more than it takes answers; its streams are read again when it has taken half of them'],
]);

/** What is not repeated at once any more; `detail` is the first wait in milliseconds. */
export function slowedWords(reason: string, detail: string | undefined): string {
  const what = SLOWED_WORDS.get(reason);
  if (what === undefined) return CONNECTION_WORDS.get('slowed') ?? '';
  return detail === undefined ? what : `${what} after ${detail} ms, then less often`;
}

const RESTART_WORDS: ReadonlyMap<string, string> = new Map([
  ['session-lost', 'the server has forgotten the session (404); a new one begins'],
  ['server-exited', 'the server was started again'],
]);

/** Why the server is a new one. */
export const restartWords = (reason: string): string =>
  RESTART_WORDS.get(reason) ?? CONNECTION_WORDS.get('restarted') ?? '';

const LIST_WORDS: ReadonlyMap<string, readonly [one: string, several: string]> = new Map([
  ['tools', ['tool', 'tools']],
  ['resources', ['resource', 'resources']],
  ['resourceTemplates', ['resource template', 'resource templates']],
  ['prompts', ['prompt', 'prompts']],
]);

/** `6 tools`, `1 prompt, more follow`. */
export function itemsWords(list: string, count: number, more: boolean): string {
  const [one, several] = LIST_WORDS.get(list) ?? ['item', 'items'];
  return `${countOf(count, one, several)}${more ? ', more follow' : ''}`;
}
