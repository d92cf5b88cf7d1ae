/** What the address of the page asks to open: `?recording=URL`, or `?open=ID` for a recording of the relay. */
import { isUrl } from '#shared/base';

/** As it stands in the address. */
export function askedFor(search: string) {
  const query = new URLSearchParams(search);
  return { recording: query.get('recording') || undefined, open: query.get('open') || undefined };
}

/** The address to fetch a recording from, resolved against the page's own; undefined when it is neither http nor https. */
export function recordingAddress(text: string, page: string): URL | undefined {
  if (!isUrl(text, page)) return undefined;
  const url = new URL(text, page);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** The rest of a query once what it asked for is done, with its question mark. */
export function withoutAsked(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('recording');
  query.delete('open');
  const rest = query.toString();
  return rest === '' ? '' : `?${rest}`;
}
