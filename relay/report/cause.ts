/** Why a session failed, as reports tell it: what `--json` has under `problem`. */

export interface Cause {
  /** A code, as exact as the events allow. */
  readonly reason: string;
  /** What was measured or reported: a request and its status, an address, the system's words. */
  readonly detail?: string;
  /** HTTP status of the response that shows it. */
  readonly status?: number;
  /** The response's Retry-After, as the server wrote it (RFC 9110, section 10.2.3). */
  readonly retryAfter?: string;
  readonly text?: string;
  readonly quote?: readonly string[];
}

export function causeFacts({ text: _told, quote = [], ...facts }: Cause): { readonly [name: string]: string } {
  const entries = Object.entries({ ...facts, ...(quote.length > 0 ? { quote: quote.join('\n') } : {}) });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}
