/** Smallest valid messages, made from the descriptions. */
import type { JsonObject } from '#shared/jsonrpc';
import { methodFacts } from '../methods.ts';
import { META } from '../per-request.ts';
import { eraOf } from '../revisions.ts';
import { DEFINITIONS } from './definitions/index.ts';
import { schemaRevision } from './history.ts';
import { SchemaWriter } from './json-schema.ts';
import { messageOf, resultsOf } from './revision-schema.ts';

/** Results that say more as an example than the smallest one would. */
const RESULTS: { readonly [method: string]: JsonObject } = {
  'sampling/createMessage': {
    role: 'assistant',
    content: { type: 'text', text: '' },
    model: 'by-hand',
    stopReason: 'endTurn',
  },
  'elicitation/create': { action: 'accept', content: {} },
};

/** The smallest value that fits a definition of a revision, or undefined when it has none of that name. */
export function exampleOf(definition: string, revision: string): unknown {
  if (!Object.hasOwn(DEFINITIONS, definition)) return undefined;
  return new SchemaWriter(DEFINITIONS, schemaRevision(revision)).example({ kind: 'ref', name: definition });
}

/** A small valid result for a request in a revision; undefined when the revision has no such request. */
export function exampleResult(method: string, revision: string): JsonObject | undefined {
  const [ordinary] = resultsOf(revision, method);
  if (ordinary === undefined) return undefined;
  return RESULTS[method] ?? (exampleOf(ordinary, revision) as JsonObject);
}

/** A small valid message of a method with example parameters; undefined if the revision has no such method. `meta` becomes its `_meta`. */
export function exampleMessage(
  method: string,
  revision: string,
  { id = 1, meta }: { readonly id?: number | string; readonly meta?: JsonObject } = {},
): JsonObject | undefined {
  const message = messageOf(revision, method);
  if (!message) return undefined;
  const isRequest = message.kind === 'request';
  const own =
    isRequest && eraOf(revision) === 'per-request'
      ? {
          ...(exampleOf('RequestMetaObject', revision) as JsonObject),
          [META.clientInfo]: { name: 'example', version: '1.0.0' },
        }
      : undefined;
  const _meta = meta ?? own;
  const example = methodFacts(method)?.example;
  const params = _meta ? { ...example, _meta } : example;
  return { jsonrpc: '2.0', ...(isRequest ? { id } : {}), method, ...(params ? { params } : {}) };
}
