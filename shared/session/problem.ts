/** When a problem of the connection is over: what failed has worked since. */
import type { SessionState } from './session-state.ts';

/** What came since: `reached`: a response head; `accepted`: a status below 400; `answered`: an answer; `initialized`: to `initialize`. */
export type Success = 'reached' | 'accepted' | 'answered' | 'initialized';

/** Why a request met no response: problems of the way to the server, and of TLS with it. */
export const UNREACHED_REASONS = [
  'http-unreachable',
  /** What is named as a proxy is none, or of a kind that is not spoken. */
  'proxy-invalid',
  'proxy-unreachable',
  /** The proxy wants a name and a password, or others. */
  'proxy-authentication',
  /** The proxy does not connect to this server. */
  'proxy-refused',
  'tls-self-signed',
  'tls-unknown-ca',
  /** The certificate is not valid yet, or not any more. */
  'tls-expired',
  'tls-wrong-host',
  'tls-client-certificate',
  /** The server does not accept the client certificate. */
  'tls-client-refused',
  'tls-protocol',
  /** HTTPS to a port where plain HTTP is spoken, */
  'tls-not-spoken',
  /** and the other way round. */
  'tls-expected',
  /** The connection was closed within or right after the handshake. */
  'tls-closed',
  'tls-failed',
] as const;
export type UnreachedReason = (typeof UNREACHED_REASONS)[number];

/** Problems that a success ends. Others end the session, or stay true whatever comes. */
const OVER_WITH: ReadonlyMap<string, Success> = new Map([
  ...UNREACHED_REASONS.map((reason) => [reason, 'reached'] as const),
  ['cors-refused', 'reached'],
  ['http-blocked', 'answered'],
  ['http-unauthorized', 'accepted'],
  ['http-forbidden', 'accepted'],
  ['session-lost', 'answered'],
  ['initialize-refused', 'initialized'],
  ['initialize-unanswered', 'initialized'],
  ['initialize-invalid', 'initialized'],
]);

/** Something worked: the problem of which that is the end is over. */
export function problemOver(state: SessionState, success: Success): void {
  if (state.problem && OVER_WITH.get(state.problem.reason) === success) delete state.problem;
}
