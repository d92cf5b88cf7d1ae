/** What this client declares, by revision: in `initialize`, or in every request (lifecycle#capability-negotiation, 2026-07-28 basic/index#meta). */
import { TASKS_EXTENSION } from './per-request.ts';
import { eraOf } from './revisions.ts';

export interface ClientCapabilities {
  readonly roots?: { readonly listChanged?: boolean };
  readonly sampling?: object;
  readonly elicitation?: object;
  readonly [name: string]: unknown;
}

/**
 * Everything a person can answer by hand in the page is declared: roots and sampling always, elicitation from 2025-06-18,
 * its URL mode and sampling with tools from 2025-11-25, the tasks extension from 2026-07-28.
 */
export function defaultClientCapabilities(revision: string): ClientCapabilities {
  const perRequest = eraOf(revision) === 'per-request';
  return {
    roots: perRequest ? {} : { listChanged: true },
    sampling: revision >= '2025-11-25' ? { tools: {} } : {},
    ...(revision >= '2025-11-25'
      ? { elicitation: { form: {}, url: {} } }
      : revision >= '2025-06-18'
        ? { elicitation: {} }
        : {}),
    ...(perRequest ? { extensions: { [TASKS_EXTENSION]: {} } } : {}),
  };
}
