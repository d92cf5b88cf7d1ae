/** The opening token in the fragment of an address that the relay prints: `#token=…`, beside other parts. */
import { isUrl } from '#shared/base';

const TOKEN = /^token=([\w-]+)$/;

/** The token in a fragment (`#` included), and the fragment without it. */
export function splitToken(fragment: string): { readonly token: string | undefined; readonly rest: string } {
  const parts = fragment.replace(/^#/, '').split('&');
  const token = parts.map((part) => TOKEN.exec(part)?.[1]).find((each) => each !== undefined);
  if (token === undefined) return { token, rest: fragment };
  const others = parts.filter((part) => !TOKEN.test(part));
  return { token, rest: others.length === 0 ? '' : `#${others.join('&')}` };
}

/** The query without what makes the address of a page differ from any that a browser has cached. */
export function withoutFresh(search: string): string {
  const parts = search.replace(/^\?/, '').split('&');
  const others = parts.filter((part) => part !== '' && !part.startsWith('fresh='));
  return others.length === 0 ? '' : `?${others.join('&')}`;
}

/** The token in a whole address of a relay at `origin`, or a token by itself; undefined when there is none. */
export function tokenIn(text: string, origin: string): string | undefined {
  const given = text.trim();
  if (/^[\w-]{43}$/.test(given)) return given;
  if (!isUrl(given)) return undefined;
  const address = new URL(given);
  // Under localhost a relay goes by several names of this machine.
  const here = new URL(origin);
  const ours = here.hostname.endsWith('.localhost') ? address.host === here.host : address.port === here.port;
  return ours ? splitToken(address.hash).token : undefined;
}
