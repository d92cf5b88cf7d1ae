/** Where one entry of a list of servers has its command line. */
import { memberNamed, type ConfigMember, type ConfigNode } from './node.ts';

/** A command line in the text: `program` and `list`, or one list of both (opencode). No `list` without arguments. */
export interface CommandLine {
  readonly program?: ConfigMember;
  readonly list?: ConfigNode;
  /** The member that `list` is the value of, and the object that it belongs to. */
  readonly member?: ConfigMember;
  readonly holder: ConfigNode;
  readonly words: readonly string[];
}

export type EntryLine =
  | { readonly type: 'command'; readonly line: CommandLine }
  | { readonly type: 'http'; readonly url: string }
  /** It has neither, or in a form that no host is known to read. */
  | { readonly type: 'other' };

/** The command line or address of an entry, in the spellings of the hosts. */
export function entryLine(entry: ConfigNode): EntryLine {
  const command = memberNamed(entry, 'command');
  if (command?.value.kind === 'array') return ofList(entry, command);
  // Zed wrote `command: {path, args}`.
  if (command?.value.kind === 'object') return ofPair(command.value, memberNamed(command.value, 'path'));
  if (command?.value.kind === 'text') return ofPair(entry, command);
  const url = ['url', 'serverUrl', 'httpUrl']
    .map((name) => memberNamed(entry, name)?.value)
    .find((at) => at?.kind === 'text');
  return url ? { type: 'http', url: url.text } : { type: 'other' };
}

function ofList(holder: ConfigNode, member: ConfigMember): EntryLine {
  const { items } = member.value;
  if (items.length === 0 || items.some(({ kind }) => kind !== 'text')) return { type: 'other' };
  return { type: 'command', line: { list: member.value, member, holder, words: textsOf(items) } };
}

function ofPair(holder: ConfigNode, program: ConfigMember | undefined): EntryLine {
  if (program?.value.kind !== 'text' || program.value.text === '') return { type: 'other' };
  const member = memberNamed(holder, 'args');
  if (!member) return { type: 'command', line: { program, holder, words: [program.value.text] } };
  const { kind, items } = member.value;
  if (kind !== 'array' || items.some((each) => each.kind !== 'text')) return { type: 'other' };
  const words = [program.value.text, ...textsOf(items)];
  return { type: 'command', line: { program, list: member.value, member, holder, words } };
}

const textsOf = (items: readonly ConfigNode[]): string[] => items.map(({ text }) => text);
