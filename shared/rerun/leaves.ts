/** The strings and numbers of a JSON text, each with its place, found without building values. */
import { escapeName, stringEnd } from '#shared/jsonrpc';

export interface Leaf {
  readonly kind: 'string' | 'number';
  /** UTF-16 units, quotes included. */
  readonly start: number;
  readonly end: number;
  /** Name of the member it is the value of, or of the one around the arrays it stands in; empty for none. */
  readonly name: string;
  /** JSON Pointer (RFC 6901). */
  readonly pointer: () => string;
}

export const valueAt = (text: string, { kind, start, end }: Leaf): string =>
  kind === 'number' ? text.slice(start, end) : (JSON.parse(text.slice(start, end)) as string);

/** What is beyond, or deeper, is skipped. */
const MAX_LEAF_COUNT = 50_000;
const MAX_DEPTH = 64;
const NUMBER = /-?[\d.eE+-]+/y;

/** Visit every leaf of `text`, which is valid JSON, in order, until `visit` gives false. Never throws on JSON. */
export function walkLeaves(text: string, visit: (leaf: Leaf) => unknown): void {
  // Of what nests deeper than is looked at, only the depth is kept.
  const keys: (string | number)[] = [];
  let below = 0;
  let expectsKey = false;
  let leaves = 0;
  let at = 0;
  const pointer = (): string => keys.map((key) => `/${escapeName(String(key))}`).join('');
  const name = (): string => {
    const key = keys.findLast((each) => typeof each === 'string');
    return typeof key === 'string' ? key : '';
  };
  const take = (kind: Leaf['kind'], start: number, end: number): boolean =>
    below > 0 || (++leaves <= MAX_LEAF_COUNT && visit({ kind, start, end, name: name(), pointer }) !== false);
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = stringEnd(text, at);
      if (end < 0) return;
      if (expectsKey && below === 0) keys[keys.length - 1] = JSON.parse(text.slice(at, end)) as string;
      else if (!take('string', at, end)) return;
      expectsKey = false;
      at = end;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      NUMBER.lastIndex = at;
      NUMBER.test(text);
      if (!take('number', at, NUMBER.lastIndex)) return;
      at = NUMBER.lastIndex;
    } else {
      if (char === '{' || char === '[') {
        if (keys.length === MAX_DEPTH) below++;
        else keys.push(char === '{' ? '' : 0);
        expectsKey = char === '{';
      } else if (char === '}' || char === ']') {
        if (below > 0) below--;
        else keys.pop();
        expectsKey = false;
      } else if (char === ',') {
        const key = keys.at(-1);
        if (below > 0) expectsKey = false;
        else if (typeof key === 'number') keys[keys.length - 1] = key + 1;
        else expectsKey = true;
      }
      at++;
    }
  }
}
