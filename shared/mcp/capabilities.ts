/** What this client declares in `initialize`, by revision (lifecycle#capability-negotiation). */

export interface ClientCapabilities {
  readonly roots?: { readonly listChanged?: boolean };
  readonly sampling?: object;
  readonly elicitation?: object;
  readonly [name: string]: unknown;
}

/** Everything a person can answer by hand in the page is declared: roots and sampling always, elicitation from 2025-06-18. */
export function defaultClientCapabilities(revision: string): ClientCapabilities {
  return {
    roots: { listChanged: true },
    sampling: {},
    ...(revision >= '2025-06-18' ? { elicitation: {} } : {}),
  };
}
