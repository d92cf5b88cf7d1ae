/** Any text as a label of a Mermaid sequence diagram. Nothing quotes there: its syntax (`;`, `#`, `:`, `<`, `end`) becomes entities. */
import { visibleText } from '#shared/plain-text';
import { asUtf8 } from '#shared/recording';

/** Characters that mean nothing to Mermaid, to HTML or to a formula in a label. Letters beyond ASCII are left alone. */
const HARMLESS = /[\p{L}\p{N}\p{M} .,/_?!=…·→✗µ−()–—“”‘’-]/u;

/** At most `most` characters of a text, escaped, on one line. */
export function mermaidText(text: string, most: number): string {
  const line = visibleText(asUtf8(text).replace(/\s+/g, ' ').trim());
  const characters = [...line.slice(0, most * 2)];
  const shown = characters.length > most ? [...characters.slice(0, most - 1), '…'] : characters;
  const escaped = shown.map((character) =>
    HARMLESS.test(character) ? character : `#${character.codePointAt(0) ?? 0xfffd};`,
  );
  return escaped.join('').replace(/\b(e)(nd)\b/gi, (_, e: string, nd: string) => `#${e.charCodeAt(0)};${nd}`);
}
