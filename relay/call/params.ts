/** The params of a request from the parts that a person typed. */
import { isObject, type JsonObject, scanJson } from '#shared/jsonrpc';
import { referencesIn, type References } from '#shared/mcp';
import type { CallParts } from './args.ts';

/**
 * The JSON text of params; undefined when there is no part. Arguments of a prompt are texts. Those of a tool are what `tools`,
 * the server's list, has in the tool's schema: a value that is to be a text is one, any other is JSON when it can be read as
 * that, digit for digit, and else a text. A tool that runs only as a task is called as one.
 */
export function paramsText(
  method: string,
  { name, uri, args }: CallParts,
  tools: readonly unknown[],
): string | undefined {
  const isPrompt = method === 'prompts/get';
  const tool = isPrompt ? undefined : tools.find((each) => isObject(each) && each['name'] === name);
  const schema = isObject(tool) ? tool['inputSchema'] : undefined;
  const properties = propertiesOf(schema);
  const member = (key: string, text: string): string => `${JSON.stringify(key)}:${text}`;
  const values = args.map(([key, value]) => {
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return member(key, isPrompt || isText(value, own, schema) ? JSON.stringify(value) : value);
  });
  const members = [
    ...(name === undefined ? [] : [member('name', JSON.stringify(name))]),
    ...(uri === undefined ? [] : [member('uri', JSON.stringify(uri))]),
    ...(values.length > 0 || method === 'tools/call' ? [`"arguments":{${values.join(',')}}`] : []),
    ...(needsTask(tool) ? ['"task":{}'] : []),
  ];
  return members.length > 0 ? `{${members.join(',')}}` : undefined;
}

function propertiesOf(schema: unknown): JsonObject {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) ? properties : {};
}

/** True for a tool that runs only as a task (2025-11-25, server/tools#execution). */
function needsTask(tool: unknown): boolean {
  const execution = isObject(tool) ? tool['execution'] : undefined;
  return isObject(execution) && execution['taskSupport'] === 'required';
}

/** True for a value that is no JSON, and for one that is JSON of a kind that its schema does not take, where it takes a text. */
function isText(value: string, schema: unknown, root: unknown): boolean {
  const { root: kind, fault } = scanJson(value);
  if (kind === 'none' || fault !== undefined) return true;
  const kinds = kindsOf(schema, referencesIn(root), 0);
  return kinds !== undefined && kinds.has('string') && !kinds.has(kindOf(JSON.parse(value)));
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Of references and alternatives inside one another. */
const MAX_DEPTH = 8;

/** The kinds of values that a schema takes, by its `type`, `const`, `enum`, alternatives and references; undefined for any. */
function kindsOf(schema: unknown, refer: References, depth: number): ReadonlySet<string> | undefined {
  if (!isObject(schema) || depth > MAX_DEPTH) return undefined;
  const { type, enum: choices, $ref: reference, anyOf, oneOf, allOf } = schema;
  if (Object.hasOwn(schema, 'const')) return new Set([kindOf(schema['const'])]);
  if (Array.isArray(choices)) return new Set(choices.map(kindOf));
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (type !== undefined) return new Set(types.map((each) => (each === 'integer' ? 'number' : String(each))));
  if (typeof reference === 'string') return kindsOf(refer(reference), refer, depth + 1);
  const inside = (each: unknown): ReadonlySet<string> | undefined => kindsOf(each, refer, depth + 1);
  if (Array.isArray(allOf)) return allOf.map(inside).find((kinds) => kinds !== undefined);
  const branches = [anyOf, oneOf].find((each) => Array.isArray(each))?.map(inside);
  if (!branches || branches.includes(undefined)) return undefined;
  return new Set(branches.flatMap((kinds) => [...(kinds ?? [])]));
}
