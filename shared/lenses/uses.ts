/** How often each method of the protocol came up in a session, whoever sent it. */
import { methodFacts } from '#shared/mcp';
import type { Decoded } from '#shared/jsonrpc';
import type { Fold } from '#shared/session';

export interface Uses {
  /** Messages by method; methods that no revision defines are left out. */
  readonly counts: Map<string, number>;
}

export const USES: Fold<Uses> = {
  init: () => ({ counts: new Map() }),
  step({ counts }, _event, decoded, { awaits }) {
    if (decoded) count(counts, decoded);
    // 2026-07-28, basic/patterns/mrtr: what the server asks is in its results.
    if (awaits) for (const { method } of Object.values(awaits.requests)) add(counts, method);
  },
  copy: ({ counts }) => ({ counts: new Map(counts) }),
  size: ({ counts }) => counts.size,
};

function count(counts: Map<string, number>, decoded: Decoded): void {
  if (decoded.kind === 'batch') for (const item of decoded.items) count(counts, item);
  else if ('method' in decoded) add(counts, decoded.method);
}

function add(counts: Map<string, number>, method: string): void {
  if (methodFacts(method)) counts.set(method, (counts.get(method) ?? 0) + 1);
}
