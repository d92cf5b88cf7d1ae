/** Why a request met no response, as a code that page and terminal have words for, and the system's own words. */
import type { UnreachedReason } from '#shared/session';

export interface NetworkProblem {
  readonly reason: UnreachedReason;
  readonly detail: string;
}

export class NetworkFailure extends Error implements NetworkProblem {
  readonly reason: UnreachedReason;
  constructor(reason: UnreachedReason, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? {} : { cause });
    this.reason = reason;
  }
  get detail(): string {
    return this.message;
  }
}

/** OpenSSL's names and sentences (X509_V_ERR_*, alerts of RFC 8446, section 6): the first match counts. */
const TLS_REASONS: readonly (readonly [fits: RegExp, reason: UnreachedReason])[] = [
  [/DEPTH_ZERO_SELF_SIGNED_CERT/, 'tls-self-signed'],
  [
    /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_UNTRUSTED|INVALID_CA/,
    'tls-unknown-ca',
  ],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, 'tls-expired'],
  [/ERR_TLS_CERT_ALTNAME_(?:INVALID|FORMAT)|HOSTNAME_MISMATCH/, 'tls-wrong-host'],
  [/alert certificate required/i, 'tls-client-certificate'],
  [
    /alert (?:bad certificate|unsupported certificate|certificate (?:revoked|expired|unknown)|unknown ca|access denied)/i,
    'tls-client-refused',
  ],
  [
    /alert protocol version|unsupported protocol|no protocols available|version too low|wrong ssl version/i,
    'tls-protocol',
  ],
  [/wrong version number|packet length too long|record layer failure|http request/i, 'tls-not-spoken'],
  [/^EPROTO|ERR_SSL_|ERR_TLS_|ERR_OSSL_|^CERT_|SSL routines/, 'tls-failed'],
];

/** Reason and words of a rejected request: of the first address tried, where there were several (`localhost` has two). */
export function failureOf(error: unknown): NetworkProblem {
  if (error instanceof NetworkFailure) return error;
  if (error instanceof AggregateError && error.errors.length > 0) return failureOf(error.errors[0]);
  if (!(error instanceof Error)) return { reason: 'http-unreachable', detail: String(error) };
  const { code = '', rawPacket } = error as NodeJS.ErrnoException & { readonly rawPacket?: Uint8Array };
  const detail = withCode(code, plainly(error.message));
  // A TLS alert or record where the first line of an answer was due (RFC 8446, section 5.1).
  if (code.startsWith('HPE_') && (rawPacket?.[0] === 0x15 || rawPacket?.[0] === 0x16))
    return { reason: 'tls-expected', detail };
  const text = `${code} ${error.message}`;
  return { reason: TLS_REASONS.find(([fits]) => fits.test(text))?.[1] ?? 'http-unreachable', detail };
}

export const explainFetch = (error: unknown): string => failureOf(error).detail;

const withCode = (code: string, message: string): string =>
  code === '' || message.includes(code) ? message : `${code}: ${message}`;

function plainly(message: string): string {
  const match = /^(.*?)[\dA-F]+:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):.*$/s.exec(message);
  return match ? `${match[1] ?? ''}${match[2] ?? ''}`.trim() : message;
}
