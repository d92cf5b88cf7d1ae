/** Which MIME types a browser may be handed as media. Everything else from a server is shown as bytes. */
import { isUrl } from '#shared/base';

const IMAGES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];
const AUDIO = /^audio\/[a-z0-9][a-z0-9.+-]{0,60}$/;

/** The bare type of a MIME type, lower-case and without parameters; empty for anything that is no text. */
function bareType(mimeType: unknown): string {
  return typeof mimeType === 'string' ? (mimeType.split(';', 1)[0] ?? '').trim().toLowerCase() : '';
}

/** The type when an `<img>` may show it (SVG in an `<img>` runs no scripts), else undefined. */
export function imageType(mimeType: unknown): string | undefined {
  const type = bareType(mimeType);
  return IMAGES.includes(type) ? type : undefined;
}

/** The type when an `<audio>` may play it, else undefined. */
export function audioType(mimeType: unknown): string | undefined {
  const type = bareType(mimeType);
  return AUDIO.test(type) ? type : undefined;
}

/** A `data:` address of base64 text, or undefined when the text holds anything but base64. White space is left out. */
export function dataUrl(type: string, base64: string): string | undefined {
  const text = base64.replace(/\s+/g, '');
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? `data:${type};base64,${text}` : undefined;
}

/** A `data:` address of an SVG's text for an `<img>`, which runs no scripts and loads nothing. */
export function svgUrl(text: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))}`;
}

/** Longest address of an icon (UTF-16 units). */
const LONGEST_ICON = 128 * 1024;

/** The first icon (2025-11-25, basic#icons) inside the message; none is loaded. Undefined when there is none. */
export function givenIcon(of: unknown): string | undefined {
  const icons = (of as { readonly icons?: unknown } | undefined)?.icons;
  for (const icon of Array.isArray(icons) ? icons.slice(0, 10) : []) {
    const src: unknown = (icon as { readonly src?: unknown } | null)?.src;
    if (typeof src !== 'string' || src.length > LONGEST_ICON) continue;
    if (imageType(/^data:([^,;]*)/i.exec(src)?.[1]) !== undefined) return src;
  }
  return undefined;
}

export type TextLayout = 'json' | 'markdown' | 'table' | 'image' | 'page' | 'text';

export function textLayout(mimeType: unknown): TextLayout {
  const type = bareType(mimeType);
  if (type === 'application/json' || type.endsWith('+json') || type === 'text/json') return 'json';
  if (type === 'text/markdown' || type === 'text/x-markdown') return 'markdown';
  if (type === 'image/svg+xml') return 'image';
  if (type === 'text/html') return 'page';
  return type === 'text/csv' ? 'table' : 'text';
}

/** The layout in which a text opens, of those that suit it. Markdown comes second: a text may only look like it. */
export const firstLayout = (suitable: readonly TextLayout[], wanted: TextLayout): TextLayout =>
  wanted === 'markdown' && suitable.includes(wanted) ? wanted : (suitable[0] ?? 'text');

/** A link that may be opened: only http and https. */
export function webLink(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return undefined;
  return /^https?:\/\//i.test(uri) && isUrl(uri) ? uri : undefined;
}

const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mpeg'],
  ['ogg', 'audio/ogg'],
  ['flac', 'audio/flac'],
  ['m4a', 'audio/mp4'],
  ['json', 'application/json'],
  ['jsonl', 'application/jsonl'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['csv', 'text/csv'],
  ['txt', 'text/plain'],
  ['log', 'text/plain'],
  ['html', 'text/html'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['pdf', 'application/pdf'],
  ['zip', 'application/zip'],
]);

export function suffixType(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return undefined;
  const suffix = /\.([A-Za-z0-9]{1,10})$/.exec(uri.split(/[?#]/, 1)[0] ?? '')?.[1];
  return suffix === undefined ? undefined : SUFFIXES.get(suffix.toLowerCase());
}
