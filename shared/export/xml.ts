/** Any text inside XML: what the format forbids (most control characters, lone surrogates) is shown as U+FFFD. */
import { asUtf8 } from '#shared/recording';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Text for an element or an attribute (XML 1.0 section 2.2). Characters that would turn its direction are taken out. */
export const xmlText = (text: string): string =>
  asUtf8(text)
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[^\t\n\r -\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]|[\u007f-\u009f]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '');
