/** What is asked of a server that completes arguments (server/utilities/completion), and whether one does. */
import { hasCapability, type SessionState } from '#shared/session';

/** What is completed: an argument of a prompt, or a variable of a resource template. */
export type CompletionRef =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** True when the server offers completion; 2024-11-05 had no capability for it. */
export function completes(state: Readonly<SessionState>): boolean {
  return hasCapability(state.server, 'completions') || (state.revision !== undefined && state.revision < '2025-03-26');
}

/** `context` came with 2025-06-18. */
export function completionParams(
  ref: CompletionRef,
  argument: { readonly name: string; readonly value: string },
  others: ReadonlyMap<string, string>,
  revision: string | undefined,
): string {
  const known = Object.fromEntries([...others].filter(([name]) => name !== argument.name));
  const context = (revision ?? '') >= '2025-06-18' && Object.keys(known).length > 0;
  return JSON.stringify({ ref, argument, ...(context ? { context: { arguments: known } } : {}) });
}
