/** An address that the server wants opened, taken apart so that a person sees where it really leads. */
import { webLink } from './mime.ts';

export interface WebPage {
  readonly href: string;
  readonly before: string;
  /** Host and port, in the ASCII form that look-alike letters cannot hide in. */
  readonly host: string;
  readonly after: string;
  /** True when a name or password stands in front of the host, where it can pass for one. */
  readonly hasUser: boolean;
  readonly secure: boolean;
  /** The host was written with letters outside of ASCII, which look like others: it is shown as `xn--…`. */
  readonly hasOtherLetters: boolean;
  /** What a button or a link says of where it leads: the host, with `http://` where nothing is encrypted. */
  readonly label: string;
}

/** The parts of an http or https address; undefined for anything else, which is never opened. */
export function webPage(url: unknown): WebPage | undefined {
  const link = webLink(url);
  if (link === undefined) return undefined;
  const { href, protocol, host, username, password } = new URL(link);
  const start = href.indexOf(host, protocol.length + 2 + (username + password).length);
  return {
    href,
    before: href.slice(0, start),
    host,
    after: href.slice(start + host.length),
    hasUser: username !== '' || password !== '',
    secure: protocol === 'https:',
    hasOtherLetters: host.split('.').some((label) => label.startsWith('xn--')),
    label: protocol === 'https:' ? host : `${protocol}//${host}`,
  };
}

/** True when a text begins with the page's scheme and host and nothing in it can pass for another host. */
export function saysHost(text: string, { href, host, hasUser }: WebPage): boolean {
  const begin = `${href.slice(0, href.indexOf('//'))}//${host}`;
  return !hasUser && text.startsWith(begin) && /^(?:[/?#]|$)/.test(text.slice(begin.length));
}

/** Open a page in a tab that knows nothing of this one. Only ever called by a person's click. */
export function openPage({ href }: WebPage): void {
  window.open(href, '_blank', 'noopener,noreferrer');
}
