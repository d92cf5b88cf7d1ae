/**
 * Taps in the text of a host's configuration: which servers have one, put there and taken away again. Only the command lines
 * change, by position; each change is checked with the parser of the format, and one that isn't exactly what was meant is not made.
 */
import { isObject, splice } from '#shared/jsonrpc';
import { tapEdits, untapEdits, type Edit } from './edit.ts';
import { entryLine, type CommandLine } from './entry.ts';
import { memberNamed, type ConfigMember, type ConfigNode } from './node.ts';
import { configTree, valueOf, type ConfigFormat } from './tree.ts';

/** Where a configuration keeps its servers: names of members, `*` for each member. */
export type ListPath = readonly string[];

export interface ConfigEntry {
  /** The members that lead to it, its own name last. */
  readonly path: readonly string[];
  readonly name: string;
  /** `direct`: its command can be tapped; `other`: neither a command nor an address, or in a form that can't be edited safely. */
  readonly state: 'direct' | 'tapped' | 'http' | 'other';
  /** The command line without the tap; empty without one. */
  readonly words: readonly string[];
  /** What starts the tap, up to its `--`. */
  readonly tap?: readonly string[];
  readonly url?: string;
}

export interface ConfigText {
  readonly text: string;
  readonly format: ConfigFormat;
  readonly lists: readonly ListPath[];
}

export interface Changed {
  /** The new text, or the same one. */
  readonly text: string;
  readonly changed: readonly ConfigEntry[];
  /** Those whose text can't be changed safely. */
  readonly refused: readonly ConfigEntry[];
}

/** The servers of a configuration in the order of its lists; undefined when the text can't be read. Never throws. */
export function configEntries(config: ConfigText): readonly ConfigEntry[] | undefined {
  return found(config)?.map(({ entry }) => entry);
}

/** Puts a tap before the command of each chosen server that has none; `program` starts this program. Never throws. */
export function tapServers(
  config: ConfigText,
  chosen: (entry: ConfigEntry) => boolean,
  program: readonly string[],
): Changed {
  return change(
    config,
    ({ state, ...entry }) => state === 'direct' && chosen({ state, ...entry }),
    ({ entry, line }) => {
      const tap = tapWords(program, entry.name);
      return { edits: tapEdits(config.text, line, tap, config.format), words: [...tap, ...line.words] };
    },
    // What could not be undone to the byte is not done.
    (after, some) => {
      const isOne = ({ path }: ConfigEntry): boolean => some.some(({ entry }) => samePath(entry.path, path));
      return untapServers({ ...config, text: after }, isOne).text === config.text;
    },
  );
}

/** Takes the tap of each chosen server away, whoever put it there. Never throws. */
export function untapServers(config: ConfigText, chosen: (entry: ConfigEntry) => boolean): Changed {
  return change(
    config,
    ({ state, ...entry }) => state === 'tapped' && chosen({ state, ...entry }),
    ({ entry, line }) => {
      const edits = untapEdits(config.text, line, line.words.length - entry.words.length);
      return edits && { edits, words: entry.words };
    },
    () => true,
  );
}

interface Found {
  readonly entry: ConfigEntry;
  readonly line: CommandLine;
}
interface Meant {
  readonly edits: readonly Edit[];
  readonly words: readonly string[];
}
interface Meaning extends Found {
  readonly meant: Meant;
}

function change(
  config: ConfigText,
  isChosen: (entry: ConfigEntry) => boolean,
  mean: (found: Found) => Meant | undefined,
  isGood: (after: string, some: readonly Found[]) => boolean,
): Changed {
  const all = (found(config) ?? []).flatMap(({ entry, line }) => (line && isChosen(entry) ? [{ entry, line }] : []));
  const edited = (some: readonly Meaning[]): string =>
    splice(
      config.text,
      some.flatMap(({ meant }) => meant.edits),
    );
  const fits = (some: readonly Meaning[]): boolean => {
    const after = edited(some);
    return isAsMeant(config, after, some) && isGood(after, some);
  };
  const meaning = all.flatMap((each): Meaning[] => {
    const meant = mean(each);
    return meant ? [{ ...each, meant }] : [];
  });
  // Most often all of them can be changed; when not, each is tried by itself.
  const apart = fits(meaning) ? meaning : meaning.filter((each) => fits([each]));
  const good = apart === meaning || fits(apart) ? apart : [];
  const changed = good.map(({ entry }) => entry);
  return {
    text: edited(good),
    changed,
    refused: all.map(({ entry }) => entry).filter((entry) => !changed.includes(entry)),
  };
}

/** The text with these changes is, to the format's own parser, the one before with these command lines and nothing else changed. */
function isAsMeant({ text, format }: ConfigText, edited: string, changes: readonly Meaning[]): boolean {
  const after = valueOf(edited, format);
  const expected = valueOf(text, format);
  if (after === undefined) return false;
  for (const { entry, line, meant } of changes) {
    const at = entry.path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), expected);
    if (!isObject(at)) return false;
    const own = isObject(at['command']) ? at['command'] : at;
    const [first, ...args] = meant.words;
    Object.assign(own, line.program ? { [line.program.name]: first, args } : { command: meant.words });
  }
  return canonical(after) === canonical(expected);
}

/** Text that is the same for the same values; the order of members does not matter, nor whether an empty list of arguments is there. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (name, each: unknown) => {
    if (typeof each === 'bigint') return `${each}n`;
    if (name === 'args' && Array.isArray(each) && each.length === 0) return undefined;
    if (!isObject(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

function found(config: ConfigText): { entry: ConfigEntry; line?: CommandLine }[] | undefined {
  return listed(config)?.map(({ member, path }) => entryOf(member, path));
}

function listed({ text, format, lists }: ConfigText): { member: ConfigMember; path: readonly string[] }[] | undefined {
  let root: ConfigNode | undefined;
  try {
    root = configTree(text, format);
  } catch (error) {
    // Nested more deeply than the parsers can follow: no host reads that either.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const tree = root;
  if (!tree) return undefined;
  return lists
    .flatMap((path) => listsAt({ node: tree, path: [] }, path))
    .flatMap((list) => counted(list.node).map((member) => ({ member, path: [...list.path, member.name] })));
}

interface At {
  readonly node: ConfigNode;
  readonly path: readonly string[];
}

function listsAt(at: At, [name, ...rest]: ListPath): readonly At[] {
  if (name === undefined) return [at];
  return counted(at.node)
    .filter((each) => name === '*' || each.name === name)
    .flatMap((member) => listsAt({ node: member.value, path: [...at.path, member.name] }, rest));
}

/** Of members with one name the last. */
const counted = (node: ConfigNode): readonly ConfigMember[] =>
  node.members.filter((each) => memberNamed(node, each.name) === each);

function entryOf(member: ConfigMember, path: readonly string[]): { entry: ConfigEntry; line?: CommandLine } {
  const read = entryLine(member.value);
  const own = { path, name: member.name };
  if (read.type === 'http') return { entry: { ...own, state: 'http', words: [], url: read.url } };
  if (read.type === 'other') return { entry: { ...own, state: 'other', words: [] } };
  const { words } = read.line;
  const from = tappedAt(words);
  const entry: ConfigEntry =
    from === undefined
      ? { ...own, state: 'direct', words }
      : { ...own, state: 'tapped', words: words.slice(from), tap: words.slice(0, from) };
  return { entry, line: read.line };
}

const samePath = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

/** How the tap of `name` begins, up to its command; `program` starts this program. */
const tapWords = (program: readonly string[], name: string): string[] => [
  ...program,
  'tap',
  // A name that looks like an option is taken for one unless it is joined.
  ...(name.startsWith('-') ? [`--name=${name}`] : ['--name', name]),
  '--',
];

/** This program by its name or package, with or without a version, or the file of it that Node runs. */
const PROGRAM = /(?:^|[\\/])mcp-lifeline(?:@[^\\/]*)?(?:\.cmd|\.ps1|\.exe)?$|[\\/]relay[\\/]cli\.js$/i;

/** Where the command behind a tap begins in a command line; undefined when it has no tap, or nothing behind it. */
function tappedAt(words: readonly string[]): number | undefined {
  const end = words.indexOf('--');
  if (end < 0 || words[end + 1] === undefined) return undefined;
  const tap = words.findIndex((word, index) => word === 'tap' && PROGRAM.test(words[index - 1] ?? ''));
  return tap > 0 && tap < end ? end + 1 : undefined;
}

const VALUES = new Set(['env', 'environment', 'headers', 'http_headers']);

/** The text with dots in place of the values of its servers' variables and headers; a text that can't be read comes back as it is. */
export function maskedValues(config: ConfigText): string {
  const texts = (listed(config) ?? []).flatMap(({ member }) => textsIn(member.value, false));
  return splice(
    config.text,
    texts.map(({ start, end }) => ({ start, end, text: '"•••"' })),
  );
}

function textsIn(node: ConfigNode, isValue: boolean): readonly ConfigNode[] {
  if (node.kind === 'text') return isValue ? [node] : [];
  return [
    ...node.items.flatMap((each) => textsIn(each, isValue)),
    ...node.members.flatMap(({ name, value }) => textsIn(value, isValue || VALUES.has(name))),
  ];
}
