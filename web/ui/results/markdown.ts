/** A small, safe part of Markdown as data, read in one pass, line by line; what it does not know, HTML included, stays text. */
import { webLink } from './mime.ts';

export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly inline: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly inline: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly ListItem[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' };

export interface ListItem {
  /** 0 for an item of the outermost list. */
  readonly depth: number;
  readonly mark: string;
  readonly inline: readonly Inline[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
// Bounded runs keep a hostile text from making the search slow.
const INLINE =
  /(`+)([^`\n]{1,2000})\1|\*\*([^*\n]{1,2000})\*\*|__([^_\n]{1,2000})__|\*([^*\s][^*\n]{0,2000})\*|\b_([^_\s][^_\n]{0,2000})_\b|\[([^\]\n]{1,500})\]\(([^()\s]{1,2000})\)/g;

/** Blocks, items and pieces of lines that are told apart; what follows stays one text. */
const MOST_PIECES = 2000;

/** Read a text. Takes any string; never throws. */
export function readMarkdown(text: string): Block[] {
  const lines = text.split(/\r\n|\r|\n/);
  const blocks: Block[] = [];
  let pieces = 0;
  const inlineOf = (line: string): Inline[] => {
    const inline =
      pieces < MOST_PIECES ? readInline(line, MOST_PIECES - pieces) : [{ kind: 'text' as const, text: line }];
    pieces += inline.length;
    return inline;
  };
  let paragraph: string[] = [];
  let quote: string[] = [];
  let items: ListItem[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', inline: inlineOf(paragraph.join('\n')) });
    if (quote.length > 0) blocks.push({ kind: 'quote', inline: inlineOf(quote.join('\n')) });
    if (items.length > 0) blocks.push({ kind: 'list', ordered: /\d/.test(items[0]?.mark ?? ''), items });
    paragraph = [];
    quote = [];
    items = [];
  };
  for (let at = 0; at < lines.length; at++) {
    if (pieces + blocks.length >= MOST_PIECES) {
      flush();
      blocks.push({ kind: 'paragraph', inline: [{ kind: 'text', text: lines.slice(at).join('\n') }] });
      return blocks;
    }
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      flush();
      const code: string[] = [];
      while (++at < lines.length && !(lines[at] ?? '').trimStart().startsWith(fence)) code.push(lines[at] ?? '');
      blocks.push({ kind: 'code', text: code.join('\n') });
      continue;
    }
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (heading) {
      flush();
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, inline: inlineOf(heading[2] ?? '') });
    } else if (RULE.test(line)) {
      flush();
      blocks.push({ kind: 'rule' });
    } else if (item) {
      if (items.length === 0) flush();
      const [, indent = '', sign = '', rest = ''] = item;
      const depth = Math.min(6, Math.floor(indent.replaceAll('\t', '  ').length / 2));
      items.push({ depth, mark: /\d/.test(sign) ? sign : '•', inline: inlineOf(rest) });
    } else if (/^ {0,3}>/.test(line)) {
      if (quote.length === 0) flush();
      quote.push(line.replace(/^ {0,3}> ?/, ''));
    } else if (line.trim() === '') flush();
    else {
      if (paragraph.length === 0) flush();
      paragraph.push(line);
    }
  }
  flush();
  return blocks;
}

function readInline(text: string, most: number): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  const plain = (to: number): void => {
    if (to > from) parts.push({ kind: 'text', text: text.slice(from, to) });
  };
  for (const match of text.matchAll(INLINE)) {
    if (parts.length >= most) break;
    const [whole, , code, strong1, strong2, emphasis1, emphasis2, label, target] = match;
    const href = target === undefined ? undefined : webLink(target);
    plain(match.index);
    from = match.index + whole.length;
    const strong = strong1 ?? strong2;
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (label !== undefined && href !== undefined) parts.push({ kind: 'link', text: label, href });
    // Where a link leads that is no address of its own, only its author's site knows.
    else if (label !== undefined) parts.push({ kind: 'text', text: `${label} (${target ?? ''})` });
    else {
      const kind = strong === undefined ? 'emphasis' : 'strong';
      const inner = readInline(strong ?? emphasis1 ?? emphasis2 ?? '', most - parts.length);
      for (const part of inner) parts.push(part.kind === 'text' ? { kind, text: part.text } : part);
    }
  }
  plain(text.length);
  return parts;
}

/** True when a text has signs of Markdown, so that it is worth offering to read it as such. */
export function looksLikeMarkdown(text: string): boolean {
  const head = text.slice(0, 20_000);
  return /^ {0,3}#{1,6} |^ {0,3}(?:`{3}|~{3})|^[ \t]*[-*+] \S|^\d{1,9}\. \S|\*\*[^*\n]+\*\*|`[^`\n]+`|\]\(https?:/m.test(
    head,
  );
}
