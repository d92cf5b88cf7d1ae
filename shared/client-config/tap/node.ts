/** A value of a configuration with its place in the text. */

export interface ConfigNode {
  readonly kind: 'object' | 'array' | 'text' | 'other';
  /** UTF-16 units, the end exclusive. Of a TOML table that has a header both are where that begins. */
  readonly start: number;
  readonly end: number;
  /** What a text says, its escapes read. */
  readonly text: string;
  readonly items: readonly ConfigNode[];
  readonly members: readonly ConfigMember[];
}

export interface ConfigMember {
  readonly name: string;
  /** Where its key begins, and where the last part of a dotted key does. */
  readonly start: number;
  readonly nameStart: number;
  /** Members are parted by commas, or each has lines of its own. */
  readonly parted: 'comma' | 'line';
  readonly value: ConfigNode;
}

/** The member that counts where a name is repeated: the last. */
export const memberNamed = (node: ConfigNode | undefined, name: string): ConfigMember | undefined =>
  node?.members.findLast((each) => each.name === name);
