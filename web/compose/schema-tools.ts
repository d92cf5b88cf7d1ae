/** Everything of the composer that needs the message schemas. It is large: import it when it is needed. */
import { isObject } from '#shared/jsonrpc';
import { allowsBatch, referencesIn, type References } from '#shared/mcp';
import { messageOf, messageSchema, revisionSchema } from '#shared/mcp/schema';
import { livePart, type LiveFacts, type Schema } from './live-schema.ts';
import type { RequiredField } from './variants.ts';

export interface SchemaFacts {
  readonly revision: string;
  readonly answers: string | undefined;
  readonly live: LiveFacts;
}

/** The schema that the editor completes, explains and advises from: the revision's, with what the session knows. */
export function composerSchema({ revision, answers, live }: SchemaFacts): Schema {
  const { $schema, $defs, ...message } = messageSchema(revision, { sender: 'client', answers });
  const part = livePart(live);
  const whole = { ...message, allOf: [...((message['allOf'] ?? []) as readonly Schema[]), ...part.allOf] };
  const definitions = { ...$defs, ...part.$defs };
  if (!allowsBatch(revision)) return { $schema, $defs: definitions, ...whole };
  const one = { $ref: '#/$defs/composed' };
  return {
    $schema,
    $defs: { ...definitions, composed: whole },
    if: { type: 'array' },
    then: { type: 'array', items: one, minItems: 1 },
    else: one,
    defaultSnippets: message['defaultSnippets'],
  };
}

const MAX_DEPTH = 6;

/** Members that a message of this method must have in a revision, with their types. `args`: schema of the arguments. */
export function requiredFields(revision: string, method: string | undefined, args?: unknown): RequiredField[] {
  const { $defs } = revisionSchema(revision);
  const definition = method === undefined ? undefined : messageOf(revision, method)?.definition;
  const fields = fieldsOf($defs[definition ?? 'JSONRPCRequest'] ?? {}, referencesIn({ $defs }), []);
  const own = isObject(args) ? fieldsOf(args, referencesIn(args), ['params', 'arguments']) : [];
  return [...fields, ...own];
}

function fieldsOf(given: unknown, refer: References, path: readonly string[]): RequiredField[] {
  const schema = resolve(given, refer);
  const required = schema['required'];
  const properties = schema['properties'];
  if (!Array.isArray(required) || !isObject(properties) || path.length > MAX_DEPTH) return [];
  return required.flatMap((name: unknown): RequiredField[] => {
    if (typeof name !== 'string' || !Object.hasOwn(properties, name)) return [];
    const at = [...path, name];
    return [{ path: at, types: typesOf(properties[name], refer) }, ...fieldsOf(properties[name], refer, at)];
  });
}

function typesOf(given: unknown, refer: References, depth = 0): string[] {
  const schema = resolve(given, refer);
  if (depth > MAX_DEPTH) return [];
  const { type, anyOf } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((each): each is string => typeof each === 'string');
  if ('const' in schema) return [typeof schema['const']];
  return Array.isArray(anyOf) ? anyOf.flatMap((each) => typesOf(each, refer, depth + 1)) : [];
}

function resolve(given: unknown, refer: References): Schema {
  let at = given;
  for (let steps = 0; steps < 16 && isObject(at) && typeof at['$ref'] === 'string'; steps++) at = refer(at['$ref']);
  return isObject(at) ? at : {};
}
