/** The JSON Schema of a whole revision: every type it defines, by the specification's name. */
import { DEFINITIONS, MESSAGES } from './definitions/index.ts';
import { schemaRevision, within, type SchemaRevision } from './history.ts';
import { SchemaWriter, type JsonSchema } from './json-schema.ts';
import type { MessageFacts } from './shape.ts';

export interface RevisionSchema extends JsonSchema {
  readonly $defs: { readonly [name: string]: JsonSchema };
}

const made = new Map<SchemaRevision, RevisionSchema>();

/**
 * `$defs` with every type of a revision, and no root: refer to `#/$defs/CallToolRequest`. Requests and notifications are
 * whole messages, with `jsonrpc` and `id`. Made once for each revision; do not change it. An unknown revision is read as the
 * newest published one before it.
 */
export function revisionSchema(revision: string): RevisionSchema {
  const at = schemaRevision(revision);
  const known = made.get(at);
  if (known) return known;
  const schema: RevisionSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: new SchemaWriter(DEFINITIONS, at).definitions(),
  };
  made.set(at, schema);
  return schema;
}

interface Messages {
  readonly all: readonly MessageFacts[];
  readonly byMethod: ReadonlyMap<string, MessageFacts>;
  /** Names of the results' definitions, by method. */
  readonly results: ReadonlyMap<string, readonly string[]>;
}

const messages = new Map<SchemaRevision, Messages>();
const NONE: readonly string[] = [];

function messagesIn(revision: string): Messages {
  const at = schemaRevision(revision);
  const known = messages.get(at);
  if (known) return known;
  const { $defs } = revisionSchema(at);
  const all = MESSAGES.filter((message) => within(message, at));
  const results = all.map(
    ({ method, results: names = [] }) => [method, names.filter((name) => Object.hasOwn($defs, name))] as const,
  );
  const found = { all, byMethod: new Map(all.map((each) => [each.method, each])), results: new Map(results) };
  messages.set(at, found);
  return found;
}

/** The messages that a revision defines, the tasks extension included. */
export const messagesOf = (revision: string): readonly MessageFacts[] => messagesIn(revision).all;

/** A method's description in a revision, or undefined where that revision has no message of this name. */
export function messageOf(revision: string, method: string): MessageFacts | undefined {
  return messagesIn(revision).byMethod.get(method);
}

/** Names of the definitions that a result of a method may have in a revision; empty when it is not answered there. */
export function resultsOf(revision: string, method: string): readonly string[] {
  return messagesIn(revision).results.get(method) ?? NONE;
}
