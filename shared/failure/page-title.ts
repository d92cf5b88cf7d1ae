/** What a web page says of itself, for a line of text. */

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
/** Beyond this a page has shown its head. */
const LOOKED_AT = 20_000;

export const isPage = (text: string): boolean =>
  /^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, LOOKED_AT));

/** Plain text of a page's title and first other heading or `<pre>`: `404 Not Found: nginx`. Undefined without. */
export function pageTitle(html: string): string | undefined {
  const text = html.slice(0, LOOKED_AT);
  const parts = [/<title[^>]*>([^]*?)<\/title>/i, /<pre[^>]*>([^]*?)<\/pre>/i, /<h1[^>]*>([^]*?)<\/h1>/i]
    .map((part) => plain(part.exec(text)?.[1] ?? ''))
    .filter((part) => part !== '');
  const [first, ...rest] = new Set(parts);
  return first === undefined ? undefined : [first, ...rest.slice(0, 1)].join(': ');
}

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#39|\w+);/g, (all, name: string) => ENTITIES[name.toLowerCase()] ?? all)
    .replace(/\s+/g, ' ')
    .trim();
