/** Keys of `_meta`, and names of extensions, which follow the same grammar (basic/index#_meta). */

const LABEL = /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

export interface MetaKey {
  /** What is before the first slash; undefined where there is none. */
  readonly prefix?: string;
  readonly name: string;
}

export function metaKey(key: string): MetaKey {
  const slash = key.indexOf('/');
  return slash < 0 ? { name: key } : { prefix: key.slice(0, slash), name: key.slice(slash + 1) };
}

export const isPrefix = (prefix: string): boolean => prefix.split('.').every((label) => LABEL.test(label));

export const isName = (name: string): boolean => name === '' || NAME.test(name);

/** True for a prefix that a revision keeps for the protocol. Up to 2025-06-18 the last label but one decides. */
export function isReserved(prefix: string, revision: string): boolean {
  const labels = prefix.split('.');
  const label = revision <= '2025-06-18' ? labels.at(-2) : labels[1];
  return label === 'mcp' || label === 'modelcontextprotocol';
}
