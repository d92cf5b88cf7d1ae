/**
 * The edits that put a tap before the command of an entry, and those that take it away. Installing only adds: the literal of the
 * command moves behind the tap as it was written, and the arguments stay where they are. So what was there can be read from the
 * entry itself, whatever else became of the file.
 */
import type { CommandLine } from './entry.ts';
import type { ConfigNode } from './node.ts';
import type { ConfigFormat } from './tree.ts';

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A JSON text is a basic string of TOML, but for one character. */
const literal = (word: string): string => JSON.stringify(word).replaceAll('\u007f', String.raw`\u007f`);

/** The edits that put `tap` (its first word is the program) before a command line. */
export function tapEdits(
  text: string,
  { program, list, member, holder }: CommandLine,
  tap: readonly string[],
  format: ConfigFormat,
): Edit[] {
  if (!program) return list ? [inserted(text, list, tap.map(literal))] : [];
  const { value } = program;
  const [first = '', ...others] = tap.map(literal);
  const moved = [...others, text.slice(value.start, value.end)];
  const replaced = { start: value.start, end: value.end, text: first };
  if (list && member) return [replaced, inserted(text, list, moved)];
  // The space after the bracket says that there was no list of arguments.
  const args = `[ ${moved.join(', ')}]`;
  if (program.parted === 'line') {
    const end = lineEnd(text, value.end);
    const indent = text.slice(text.lastIndexOf('\n', program.start) + 1, program.nameStart).replace('\ufeff', '');
    const key = `${lineBreak(text, end)}${indent}args = ${args}`;
    return [replaced, { start: end, end, text: key }];
  }
  const lead = /(\r?\n[ \t]*)$/.exec(text.slice(holder.start, program.start))?.[1] ?? ' ';
  const key = `,${lead}${format === 'json' ? '"args":' : 'args ='} ${args}`;
  return [{ ...replaced, text: first + key }];
}

/** Words before the first item of a list, on the same line; what follows goes on as it did. */
function inserted(text: string, list: ConfigNode, literals: readonly string[]): Edit {
  const [first] = list.items;
  const at = first?.start ?? list.start + 1;
  const gap = /\r?\n[ \t]*$/.exec(text.slice(list.start, at))?.[0] ?? ' ';
  return { start: at, end: at, text: literals.join(', ') + (first ? `,${gap}` : '') };
}

/** The edits that leave what begins at word `from` of a command line; undefined when the text has comments among what goes. */
export function untapEdits(
  text: string,
  { program, list, member, holder }: CommandLine,
  from: number,
): Edit[] | undefined {
  if (!list || !member) return undefined;
  if (!program) return gone(text, list, from);
  const { value } = program;
  const command = list.items[from - 1];
  if (!command) return undefined;
  const back = { start: value.start, end: value.end, text: text.slice(command.start, command.end) };
  if (list.items.length === from && /^\[ \S/.test(text.slice(list.start, list.end))) {
    const before = holder.members.findLast(({ value: { end } }) => end <= member.start);
    const range = memberRange(text, member.start, list.end, member.parted, before?.value.end);
    if (range) return [back, { ...range, text: '' }];
  }
  const rest = gone(text, list, from);
  return rest && [back, ...rest];
}

/** Takes the first `count` items away, and what parted them from the next. */
function gone(text: string, list: ConfigNode, count: number): Edit[] | undefined {
  const [first, last, next] = [list.items[0], list.items[count - 1], list.items[count]];
  if (!first || !last) return undefined;
  const comma = /^\s*,/.exec(text.slice(last.end))?.[0].length ?? 0;
  const end = next ? next.start : last.end + comma;
  const between = list.items
    .slice(0, count)
    .map((item, index) => text.slice(item.end, list.items[index + 1]?.start ?? end));
  return between.every((each) => /^[\s,]*$/.test(each)) ? [{ start: first.start, end, text: '' }] : undefined;
}

/** What goes with a member: its line, or the comma that parts it from the one before. */
function memberRange(
  text: string,
  start: number,
  end: number,
  parted: 'comma' | 'line',
  before = -1,
): Omit<Edit, 'text'> | undefined {
  if (parted === 'comma')
    return before >= 0 && /^\s*,\s*$/.test(text.slice(before, start)) ? { start: before, end } : undefined;
  const line = text.lastIndexOf('\n', start);
  if (line < 0 || text.slice(line, start).trim() !== '') return undefined;
  return { start: text[line - 1] === '\r' ? line - 1 : line, end };
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  if (at < 0) return text.length;
  return text[at - 1] === '\r' ? at - 1 : at;
}

const lineBreak = (text: string, at: number): string =>
  (/^\r?\n/.exec(text.slice(at)) ?? /\r?\n/.exec(text))?.[0] ?? '\n';
