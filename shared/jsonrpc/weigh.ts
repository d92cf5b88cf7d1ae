/** How large a parsed JSON value is, found without recursion, so that no nesting is too deep for the question itself. */

/** What a value has, or may have at most. */
export interface Bounds {
  /** Values within it, itself included. */
  readonly nodes: number;
  /** UTF-16 units of its texts and names. */
  readonly chars: number;
  /** Arrays and objects within each other; 0 for a value that is none. */
  readonly depth: number;
  /** UTF-16 units of its longest text or name; any where absent. */
  readonly text?: number;
}

/** How much of each a JSON value has; undefined past a bound, without looking further than the bounds allow. */
export function weigh(
  value: unknown,
  { nodes: mostNodes, chars: mostChars, depth: mostDepth, text: mostText = Infinity }: Bounds,
): Omit<Bounds, 'text'> | undefined {
  let nodes = 0;
  let chars = 0;
  let deepest = 0;
  const left: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [each, depth] = next;
    if (typeof each === 'string') {
      if (each.length > mostText) return undefined;
      chars += each.length;
    }
    // Counted with those that wait, so that a wide value is not put on the list first.
    if (++nodes + left.length > mostNodes || chars > mostChars) return undefined;
    if (typeof each !== 'object' || each === null) continue;
    deepest = Math.max(deepest, depth + 1);
    if (deepest > mostDepth) return undefined;
    if (Array.isArray(each)) {
      if (nodes + left.length + each.length > mostNodes) return undefined;
      for (const item of each as readonly unknown[]) left.push([item, depth + 1]);
    } else {
      const names = Object.keys(each);
      if (nodes + left.length + names.length > mostNodes) return undefined;
      for (const name of names) {
        if (name.length > mostText) return undefined;
        chars += name.length;
        left.push([(each as { readonly [name: string]: unknown })[name], depth + 1]);
      }
    }
  }
  return { nodes, chars, depth: deepest };
}
