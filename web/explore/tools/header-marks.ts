/** The arguments of a tool that are repeated as HTTP headers, and tools that must be left out because of bad marks. */
import { headerParams, type Era, type HeaderMarkFault } from '#shared/mcp';
import { below } from '../../ui/form/advise.ts';

export interface HeaderMarks {
  readonly headers: ReadonlyMap<string, string>;
  /** Why clients must leave the tool out; empty for a good one. */
  readonly faults: readonly HeaderMarkFault[];
}

const NONE: HeaderMarks = { headers: new Map(), faults: [] };

/** What a tool's marks mean: headers in the per-request era over HTTP alone (2026-07-28, server/tools#x-mcp-header). */
export function headerMarks(era: Era | undefined, transport: string, inputSchema: unknown): HeaderMarks {
  if (transport === 'stdio' || era !== 'per-request') return NONE;
  const { params, faults } = headerParams(inputSchema);
  return { headers: new Map(params.map(({ name, path }) => [path.reduce(below, ''), `Mcp-Param-${name}`])), faults };
}
