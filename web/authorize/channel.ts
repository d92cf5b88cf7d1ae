/** How the page to which an authorization server sends the browser back talks to the page in which the session is. */

/** Both are of one origin, but the one cannot reach the other's window (Cross-Origin-Opener-Policy). */
export const CHANNEL = 'lifeline-authorized';

export type CallbackMessage =
  | { readonly type: 'callback'; readonly callback: string }
  /** A session waits for the answer with this state, and has taken it. */
  | { readonly type: 'taken'; readonly state: string };

/** The `state` of an address; empty when it has none. */
export function stateOf(address: string): string {
  return new URLSearchParams(/\?([^#]*)/.exec(address)?.[1] ?? '').get('state') ?? '';
}
