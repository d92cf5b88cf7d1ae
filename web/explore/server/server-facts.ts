/** What a server declared, as lines a person reads: each capability with what it holds, and what is not declared. */
import { isObject } from '#shared/jsonrpc';
import { capabilityPaths } from '../error-data.ts';

/** Capabilities that a server can declare in each era; `tasks` moved into the extensions. */
const KNOWN: { readonly [era in 'handshake' | 'per-request']: readonly string[] } = {
  handshake: ['tools', 'resources', 'prompts', 'completions', 'logging', 'tasks'],
  'per-request': ['tools', 'resources', 'prompts', 'completions', 'logging', 'extensions'],
};

/** Takes the `capabilities` of a server as it wrote them; `parts` are paths: `listChanged`, `requests.tools.call`. */
export function capabilityLines(capabilities: { readonly [name: string]: unknown }) {
  return Object.entries(capabilities).map(([name, value]) => ({
    name,
    parts:
      name === 'extensions' && isObject(value)
        ? Object.keys(value)
        : isObject(value)
          ? capabilityPaths(value)
          : value === true
            ? []
            : [JSON.stringify(value)],
  }));
}

export function notDeclared(
  capabilities: { readonly [name: string]: unknown },
  era: 'handshake' | 'per-request',
): string[] {
  return KNOWN[era].filter((name) => !Object.hasOwn(capabilities, name));
}
