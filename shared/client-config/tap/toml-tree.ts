/** Where the values of a TOML text are (https://toml.io/en/v1.0.0). */
import { ParseError, parseTOML, type AST } from 'toml-eslint-parser';
import type { ConfigMember, ConfigNode } from './node.ts';

interface Table extends ConfigNode {
  readonly members: ConfigMember[];
}

const leaf = { text: '', items: [], members: [] };

/** The tree of a text that is TOML; undefined for any other. Throws a `RangeError` when it nests too deeply. */
export function tomlTree(text: string): ConfigNode | undefined {
  const content = contentOf(text);
  if (!content) return undefined;
  const root = table(0);
  for (const each of content) {
    if (each.type === 'TOMLKeyValue') addPair(root, each, 'line');
    else addTable(root, each);
  }
  return root;
}

function contentOf(text: string): AST.TOMLTopLevelTable['body'] | undefined {
  try {
    return parseTOML(text, { tomlVersion: '1.0' }).body[0].body;
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** A table with a header; each element of a list of tables is a table of its own, the last of which further headers speak of. */
function addTable(root: Table, { key, kind, body, range: [start] }: AST.TOMLTable): void {
  const names = namesOf(key);
  const last = names.pop() ?? '';
  const holder = names.reduce((at, name) => below(at, name, start), root);
  const into = kind === 'array' ? added(holder, last, start) : below(holder, last, start);
  for (const pair of body) addPair(into, pair, 'line');
}

function addPair(
  holder: Table,
  { key, value, range: [start] }: AST.TOMLKeyValue,
  parted: ConfigMember['parted'],
): void {
  const names = namesOf(key);
  const name = names.pop() ?? '';
  const into = names.reduce((at, each) => below(at, each, start), holder);
  into.members.push({ name, start, nameStart: key.keys.at(-1)?.range[0] ?? start, parted, value: nodeOf(value) });
}

const namesOf = ({ keys }: AST.TOMLKey): string[] =>
  keys.map((each) => (each.type === 'TOMLBare' ? each.name : each.value));

function nodeOf(value: AST.TOMLContentNode): ConfigNode {
  const [start, end] = value.range;
  if (value.type === 'TOMLArray') return { ...leaf, kind: 'array', start, end, items: value.elements.map(nodeOf) };
  if (value.type === 'TOMLInlineTable') {
    const inline = table(start);
    for (const pair of value.body) addPair(inline, pair, 'comma');
    return { ...inline, end };
  }
  return value.kind === 'string'
    ? { ...leaf, kind: 'text', start, end, text: value.value }
    : { ...leaf, kind: 'other', start, end };
}

const table = (start: number): Table => ({ ...leaf, kind: 'object', start, end: start, members: [] });

/** The table of that name in another, made when it is not there. */
function below(holder: Table, name: string, start: number): Table {
  const there = holder.members.findLast((each) => each.name === name)?.value;
  return there && isTable(there) ? there : added(holder, name, start);
}

function added(holder: Table, name: string, start: number): Table {
  const value = table(start);
  holder.members.push({ name, start, nameStart: start, parted: 'line', value });
  return value;
}

const isTable = (node: ConfigNode): node is Table => node.kind === 'object';
