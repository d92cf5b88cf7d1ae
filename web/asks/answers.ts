/** Texts of the answers a person gives to the server's requests. */
import type { Root } from '#shared/driver';

/** client/sampling: the user may reject a request; -1 is the code that the specification's example uses. */
export const REJECTED = JSON.stringify({ code: -1, message: 'User rejected sampling request' });
/** JSON-RPC 2.0 section 5.1. */
export const METHOD_NOT_FOUND = JSON.stringify({ code: -32601, message: 'Method not found' });

export interface SamplingAnswer {
  readonly text: string;
  readonly model: string;
  readonly stopReason: string;
}

/** client/sampling#creating-messages: a CreateMessageResult with one text block. An empty stop reason is left out. */
export function samplingResult({ text, model, stopReason }: SamplingAnswer): string {
  return JSON.stringify({
    role: 'assistant',
    content: { type: 'text', text },
    model,
    ...(stopReason === '' ? {} : { stopReason }),
  });
}

/** client/elicitation#response-actions. `content` is the JSON text of what was filled in. */
export function elicitationResult(action: 'accept' | 'decline' | 'cancel', content?: string): string {
  return content === undefined ? `{"action":"${action}"}` : `{"action":"${action}","content":${content}}`;
}

/** client/roots#listing-roots. A root without a name has none. */
export function rootsResult(roots: readonly Root[]): string {
  return JSON.stringify({
    roots: roots.map(({ uri, name }) => (name === undefined || name === '' ? { uri } : { uri, name })),
  });
}
