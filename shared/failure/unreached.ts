/** Why nothing answered, from the system's words for it. */

const CODES: readonly (readonly [code: RegExp, reason: string])[] = [
  [/ECONNREFUSED/, 'http-nobody-listens'],
  [/ENOTFOUND|EAI_AGAIN/, 'http-unknown-host'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT/, 'http-no-way'],
  [/\bHPE_/, 'http-malformed'],
  [/ECONNRESET|EPIPE|socket hang up|other side closed/, 'http-broken-off'],
];

/** The code of the problem that nothing answered, as exact as the system's words allow. */
export const unreachedReason = (detail = ''): string =>
  CODES.find(([code]) => code.test(detail))?.[1] ?? 'http-unreachable';
