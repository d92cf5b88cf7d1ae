/** A configuration as it may be shown: the values of variables and headers are often secrets. */
import { splice } from '#shared/jsonrpc';
import type { ConfigNode } from './node.ts';
import { configTree, type ConfigFormat } from './tree.ts';

const VALUES = new Set(['env', 'environment', 'headers', 'http_headers']);

/** The text with dots in place of the values of all variables and headers; a text that can't be read comes back as it is. */
export function maskedValues(text: string, format: ConfigFormat): string {
  const root = configTree(text, format);
  return root
    ? splice(
        text,
        textsIn(root, false).map(({ start, end }) => ({ start, end, text: '"•••"' })),
      )
    : text;
}

function textsIn(
  { members, items, ...node }: ConfigNode,
  isValue: boolean,
): readonly { readonly start: number; readonly end: number }[] {
  if (node.kind === 'text') return isValue ? [node] : [];
  return [...items.map((value) => ({ name: '', value })), ...members].flatMap(({ name, value }) =>
    textsIn(value, isValue || VALUES.has(name)),
  );
}
