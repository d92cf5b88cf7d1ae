/** The values of a configuration with their places in its text, so that one can be changed and every other character stays. */
import { parse, parseTree, type Node, type ParseError } from 'jsonc-parser/lib/esm/main.js';
import { parse as parseToml } from 'smol-toml';
import { parsedJson } from '#shared/jsonrpc';
import type { ConfigMember, ConfigNode } from './node.ts';
import { tomlTree } from './toml-tree.ts';

/** JSON is read with comments and trailing commas, as most hosts do. */
export type ConfigFormat = 'json' | 'toml';

/** The tree of a configuration; undefined for a text that is not of this format. Throws a `RangeError` when it nests too deeply. */
export function configTree(text: string, format: ConfigFormat): ConfigNode | undefined {
  if (valueOf(text, format) === undefined) return undefined;
  if (format === 'toml') return tomlTree(plain(text));
  const root = parseTree(plain(text), [], { allowTrailingComma: true });
  return root && new JsonNode(root);
}

/** What the parser of the format reads in a text, by itself and without places; undefined when it refuses the text. */
export function valueOf(text: string, format: ConfigFormat): unknown {
  if (format === 'json') {
    // Most texts are plain JSON, which is read many times faster.
    const strict = parsedJson(plain(text));
    if (strict !== undefined) return strict;
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

/** A value as it was parsed; what is in it is made when it is looked at, because few of a large file's values are. */
class JsonNode implements ConfigNode {
  readonly kind: ConfigNode['kind'];
  readonly start: number;
  readonly end: number;
  readonly #node: Node;
  #items: readonly ConfigNode[] | undefined;
  #members: readonly ConfigMember[] | undefined;

  constructor(node: Node) {
    this.kind = node.type === 'string' ? 'text' : node.type === 'object' || node.type === 'array' ? node.type : 'other';
    this.start = node.offset;
    this.end = node.offset + node.length;
    this.#node = node;
  }

  get text(): string {
    return this.kind === 'text' ? String(this.#node.value) : '';
  }
  get items(): readonly ConfigNode[] {
    return (this.#items ??= this.kind === 'array' ? this.#children.map((each) => new JsonNode(each)) : []);
  }
  get members(): readonly ConfigMember[] {
    return (this.#members ??= this.kind === 'object' ? this.#children.flatMap(memberOf) : []);
  }
  get #children(): readonly Node[] {
    return this.#node.children ?? [];
  }
}

function memberOf({ children: [key, of] = [] }: Node): ConfigMember[] {
  if (!key || !of) return [];
  const { offset } = key;
  return [{ name: String(key.value), start: offset, nameStart: offset, parted: 'comma', value: new JsonNode(of) }];
}
