import { UNREACHED_REASONS, type UnreachedReason } from '#shared/session';

export type FailureCode =
  /** Nothing answered at a step's address. */
  | 'unreachable'
  /** The same, where it is known more closely: a proxy, or TLS. */
  | Exclude<UnreachedReason, 'http-unreachable'>
  /** The same from a page, where the browser does not tell this from an answer that it withholds (CORS). */
  | 'blocked'
  /** The address is in a network that the MCP server is not in. */
  | 'out-of-reach'
  | 'resource-metadata'
  | 'resource-mismatch'
  | 'server-metadata'
  | 'no-server-metadata'
  /** The metadata name another issuer than the one they were fetched for. */
  | 'metadata-issuer'
  | 'no-pkce'
  /** Neither a registered client, nor a way to become one. */
  | 'client-needed'
  | 'registration-refused'
  /** Nothing says that there is an authorization server: the server may want a key or a header. */
  | 'no-authorization-server'
  | 'incomplete'
  | 'client-key'
  /** The identity provider gave no assertion (enterprise-managed authorization). */
  | 'identity-provider'
  | 'cancelled'
  | 'state-mismatch'
  | 'response-issuer'
  /** The authorization server answered with an error instead of a code. */
  | 'denied'
  | 'no-code'
  | 'token-refused'
  | 'still-refused'
  /** The server wants scopes that were asked for already. */
  | 'scope-refused'
  | 'unexpected';

export class Failure {
  readonly code: FailureCode;
  /** The evidence in words; without secrets. */
  readonly text: string;

  constructor(code: FailureCode, text: string) {
    this.code = code;
    this.text = text;
  }
}

/** Why nothing answered, as far as what was thrown tells it. */
export function unreachedCode(error: unknown): FailureCode {
  const reason = (error as { readonly reason?: unknown } | undefined)?.reason;
  const known = UNREACHED_REASONS.find((each) => each === reason);
  return known === undefined || known === 'http-unreachable' ? 'unreachable' : known;
}
