/** How often each method of the protocol came up in a session, whoever sent it. */
import { methodFacts } from '#shared/mcp';
import { isObject, type Decoded, type JsonObject } from '#shared/jsonrpc';
import { copyTables, type Fold } from '#shared/session';

export interface Uses {
  /** Messages by method, and by the part of a capability that they need; methods that no revision defines are left out. */
  readonly counts: Map<string, number>;
}

export const USES: Fold<Uses> = {
  init: () => ({ counts: new Map() }),
  step({ counts }, _event, decoded, { awaits }) {
    if (decoded) count(counts, decoded);
    // 2026-07-28, basic/patterns/mrtr: what the server asks is in its results.
    if (awaits) for (const { method, params } of Object.values(awaits.requests)) add(counts, method, params);
  },
  copy: copyTables,
};

function count(counts: Map<string, number>, decoded: Decoded): void {
  if (decoded.kind === 'batch') for (const item of decoded.items) count(counts, item);
  else if (decoded.kind === 'request') add(counts, decoded.method, decoded.params);
  else if (decoded.kind === 'notification') add(counts, decoded.method);
}

function add(counts: Map<string, number>, method: string, params?: unknown): void {
  if (!methodFacts(method)) return;
  for (const each of [method, ...partsOf(method, isObject(params) ? params : {})])
    counts.set(each, (counts.get(each) ?? 0) + 1);
}

function partsOf(method: string, { tools, includeContext = 'none', mode }: JsonObject): string[] {
  if (method === 'elicitation/create') return [mode === 'url' ? 'elicitation.url' : 'elicitation.form'];
  if (method !== 'sampling/createMessage') return [];
  return [
    ...(Array.isArray(tools) && tools.length > 0 ? ['sampling.tools'] : []),
    ...(includeContext === 'none' ? [] : ['sampling.context']),
  ];
}
