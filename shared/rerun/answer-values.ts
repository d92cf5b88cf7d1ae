/** Values of a server's request that are also in the recorded answer to it, such as the id of its task: the live request has its own. */
import { isObject, splice } from '#shared/jsonrpc';
import { isHeld } from './handle-keys.ts';
import { valueAt, walkLeaves } from './leaves.ts';
import { isOpaque } from './opaque.ts';

export interface LiveAnswer {
  /** JSON text of the answer. */
  readonly json: string;
  readonly replaced: readonly { readonly pointer: string; readonly before: string; readonly after: string }[];
}

const DEEPEST = 32;

/** The recorded answer `json` with the live counterparts of values that the server asked with. Takes any parameters. */
export function liveAnswer(json: string, recorded: unknown, live: unknown): LiveAnswer {
  const values = new Map<string, string>();
  pairValues(recorded, live, '', values, 0);
  if (values.size === 0) return { json, replaced: [] };
  const replaced: LiveAnswer['replaced'][number][] = [];
  const edits: { start: number; end: number; text: string }[] = [];
  walkLeaves(json, (leaf) => {
    if (leaf.kind !== 'string') return;
    const before = valueAt(json, leaf);
    const after = values.get(before);
    // A short value is another's where its name is another.
    if (after === undefined || !(isOpaque(before) || isHeld(leaf.name))) return;
    edits.push({ start: leaf.start, end: leaf.end, text: JSON.stringify(after) });
    replaced.push({ pointer: leaf.pointer(), before, after });
  });
  return { json: splice(json, edits), replaced };
}

/** Opaque values of the recorded parameters, each with the live value in the same place. */
function pairValues(one: unknown, other: unknown, name: string, values: Map<string, string>, depth: number): void {
  if (typeof one === 'string' && typeof other === 'string') {
    if (one !== other && (isOpaque(one) || isHeld(name))) values.set(one, other);
  } else if (depth < DEEPEST && isObject(one) && isObject(other)) {
    for (const [key, value] of Object.entries(one))
      if (key !== 'progressToken' && Object.hasOwn(other, key)) pairValues(value, other[key], key, values, depth + 1);
  }
}
