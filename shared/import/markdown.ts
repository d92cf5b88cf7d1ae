/** Markdown with messages in fenced blocks (CommonMark 0.31, section 4.5), or arrays of them. Other text stays in its place. */
import type { Item, Reading } from './items.ts';
import { isProse, messagesOf } from './json-lines.ts';
import { linesOf } from './lines.ts';

/** A fence, which may stand in a list or a quotation. */
const FENCE = /^([\s>]*(?:[-*+] +|\d{1,9}[.)] +)?)(`{3,}|~{3,})[ \t]*([^`\s]*)[^`]*$/;
const MAX_FENCE_CHARS = 300;
const MAX_BLOCK_COUNT = 2000;

/** A page; `name` is its title where it has no heading. */
export function readMarkdown(text: string, name: string): Reading {
  const title = /^#{1,3} +(.{1,200})$/m.exec(text.slice(0, 5000))?.[1]?.trim() ?? name;
  return { items: () => itemsOf(text), about: () => ({ title }) };
}

export function isMarkdown(text: string): boolean {
  if (!/^[ \t>]{0,100}(?:[-*+] +|\d{1,9}[.)] +)?(?:```|~~~)/m.test(text)) return false;
  let looked = 0;
  for (const part of partsOf(text)) {
    if (!part.fenced) continue;
    if (++looked > MAX_BLOCK_COUNT) return false;
    for (const item of messagesOf(part.text)) if (item.is === 'message') return true;
  }
  return false;
}

interface Part {
  readonly fenced: boolean;
  readonly language: string;
  /** Line of its first line. */
  readonly line: number;
  readonly text: string;
}

function* itemsOf(text: string): Generator<Item> {
  for (const { fenced, language, line, text: part } of partsOf(text)) {
    const items = fenced ? [...messagesOf(part)] : [];
    if (items.some(({ is }) => is === 'message'))
      for (const item of items) yield { ...asText(item), line: line + item.line - 1 };
    else if (
      fenced &&
      /^jsonc?5?$|^jsonl$|^ndjson$/i.test(language) &&
      /"(?:jsonrpc|method)"/.test(part.slice(0, 65536))
    )
      yield { is: 'unread', line, text: part };
    else yield { is: 'log', line, level: 'text', text: part };
  }
}

/** In a block with messages, a line that can't have been meant as one is text. */
function asText(item: Item): Item {
  return isProse(item) ? { is: 'log', line: item.line, level: 'text', text: item.text } : item;
}

/** The fenced blocks of a page without their fences and indentation, and the paragraphs around them. */
function* partsOf(text: string): Generator<Part> {
  let open:
    | { readonly fence: string; readonly language: string; readonly indent: number; readonly quoted: boolean }
    | undefined;
  let lines: string[] = [];
  let first = 1;
  let last = 0;
  const part = (): Part[] => {
    const joined = lines.join('\n');
    const found = { fenced: open !== undefined, language: open?.language ?? '', line: first, text: joined };
    lines = [];
    return joined.trim() === '' ? [] : [found];
  };
  for (const { number, start, end } of linesOf(text)) {
    const line = text.slice(start, end);
    const fence = end - start > MAX_FENCE_CHARS ? null : FENCE.exec(line);
    const mark = fence?.[2] ?? '';
    if (open) {
      const closes = mark.startsWith(open.fence) && fence?.[3] === '';
      if (!closes) {
        // Lines that are empty were passed over; they count.
        if (lines.length > 0 && last + 1 < number) lines.push('\n'.repeat(number - last - 2));
        if (lines.length === 0) first = number;
        lines.push(unindented(line, open));
        last = number;
        continue;
      }
      yield* part();
      open = undefined;
    } else if (mark !== '') {
      yield* part();
      const before = fence?.[1] ?? '';
      open = { fence: mark, language: fence?.[3] ?? '', indent: before.length, quoted: before.includes('>') };
    } else {
      // An empty line parts paragraphs.
      if (lines.length > 0 && number > last + 1) yield* part();
      if (lines.length === 0) first = number;
      lines.push(line);
      last = number;
    }
  }
  yield* part();
}

function unindented(line: string, { indent, quoted }: { readonly indent: number; readonly quoted: boolean }): string {
  const before = line.slice(0, indent);
  const wanted = quoted ? /^[\s>]*/ : /^\s*/;
  return line.slice(wanted.exec(before)?.[0].length ?? 0);
}
