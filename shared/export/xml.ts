/** Any text inside XML: what the format forbids (most control characters, lone surrogates) is shown as U+FFFD. */
import { visibleText } from '#shared/plain-text';
import { asUtf8 } from '#shared/recording';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of the characters that XML can hold (XML 1.0 section 2.2), not escaped. Hidden characters are shown as marks. */
export const xmlCharacters = (text: string): string =>
  visibleText(asUtf8(text), { layout: 'block' }).replace(
    /[^\t\n\r -\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]|[\u007f-\u009f]/gu,
    '\ufffd',
  );

export const xmlText = (text: string): string =>
  xmlCharacters(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
