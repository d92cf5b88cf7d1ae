/**
 * URL fragments that name an event or a session: `#s=42`, `#session=ID&s=42`. `s` is the sequence number of an event.
 */

export function linkedEvent(fragment: string): number | undefined {
  const digits = /^#(?:.*&)?s=(\d{1,9})(?:&|$)/.exec(fragment)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export const eventFragment = (s: number): string => (s < 0 ? '' : `#s=${s}`);

export function linkedSession(fragment: string): string | undefined {
  return /^#(?:.*&)?session=([\w-]{1,100})(?:&|$)/.exec(fragment)?.[1];
}

export const sessionFragment = (id: string, s: number): string => `#session=${id}${s < 0 ? '' : `&s=${s}`}`;

/** The URL that opens `recording` of the relay's library at event `s`. `page` is the URL of the relay's web page. */
export function eventLink(page: string, recording: string, s: number): string {
  return `${new URL(`?open=${encodeURIComponent(recording)}`, page).href.split('#')[0] ?? ''}${eventFragment(s)}`;
}
