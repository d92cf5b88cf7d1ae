/** A configuration as it may be shown: the values of variables and headers are often secrets. */
import { splice } from '#shared/jsonrpc';
import { entryNodes, type ConfigText } from './config.ts';
import type { ConfigNode } from './node.ts';

const VALUES = new Set(['env', 'environment', 'headers', 'http_headers']);

/** The text with dots in place of the values of its servers' variables and headers; a text that can't be read comes back as it is. */
export function maskedValues(config: ConfigText): string {
  const texts = entryNodes(config).flatMap((node) => textsIn(node, false));
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
