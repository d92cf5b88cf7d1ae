/** The values of a configuration with their places in its text, so that one can be changed and every other character stays. */
import { parse, parseTree, type Node, type ParseError } from 'jsonc-parser/lib/esm/main.js';
import { parse as parseToml } from 'smol-toml';
import type { ConfigMember, ConfigNode } from './node.ts';
import { tomlTree } from './toml-tree.ts';

/** JSON is read with comments and trailing commas, as most hosts do. */
export type ConfigFormat = 'json' | 'toml';

/** The tree of a configuration; undefined for a text that is not of this format. Throws a `RangeError` when it nests too deeply. */
export function configTree(text: string, format: ConfigFormat): ConfigNode | undefined {
  if (valueOf(text, format) === undefined) return undefined;
  if (format === 'toml') return tomlTree(text);
  const root = parseTree(plain(text), [], { allowTrailingComma: true });
  return root && nodeOf(root);
}

/** What the parser of the format reads in a text, by itself and without places; undefined when it refuses the text. */
export function valueOf(text: string, format: ConfigFormat): unknown {
  if (format === 'json') {
    const errors: ParseError[] = [];
    const value: unknown = parse(plain(text), errors, { allowTrailingComma: true });
    return errors.length > 0 ? undefined : value;
  }
  try {
    return parseToml(plain(text), { integersAsBigInt: 'asNeeded' });
  } catch {
    return undefined;
  }
}

/** The same length, with a space in place of a byte order mark. */
const plain = (text: string): string => text.replace(/^\ufeff/, ' ');

function nodeOf({ type, offset, length, children = [], value }: Node): ConfigNode {
  const place = { start: offset, end: offset + length, text: '', items: [], members: [] };
  if (type === 'string') return { ...place, kind: 'text', text: String(value) };
  if (type === 'array') return { ...place, kind: 'array', items: children.map(nodeOf) };
  if (type !== 'object') return { ...place, kind: 'other' };
  const members = children.flatMap(({ children: [key, of] = [] }): ConfigMember[] =>
    key && of
      ? [{ name: String(key.value), start: key.offset, nameStart: key.offset, parted: 'comma', value: nodeOf(of) }]
      : [],
  );
  return { ...place, kind: 'object', members };
}
