/** Links to an event of a recording: `#s=42` at the end of an address. */

/** Sequence number of the event that an address's fragment (`#` included) points to; undefined when it names none. */
export function linkedEvent(fragment: string): number | undefined {
  const digits = /^#(?:.*&)?s=(\d{1,9})(?:&|$)/.exec(fragment)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The fragment that points to event `s`; none selected (-1) gives an empty one. */
export const eventFragment = (s: number): string => (s < 0 ? '' : `#s=${s}`);

/** The session that an address's fragment (`#` included) names: its id; undefined when it names none. */
export function linkedSession(fragment: string): string | undefined {
  return /^#(?:.*&)?session=([\w-]{1,100})(?:&|$)/.exec(fragment)?.[1];
}

/** The fragment that names a session, and its selected event if there is one (-1 for none). */
export const sessionFragment = (id: string, s: number): string => `#session=${id}${s < 0 ? '' : `&s=${s}`}`;

/** A link that opens a recording of the relay at one of its events. `page` is the address of the relay's page. */
export function eventLink(page: string, recording: string, s: number): string {
  return `${new URL(`?open=${encodeURIComponent(recording)}`, page).href.split('#')[0] ?? ''}${eventFragment(s)}`;
}
