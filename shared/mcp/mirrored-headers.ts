/**
 * Parts of a request that Streamable HTTP repeats as headers (2026-07-28, basic/transports/streamable-http#request-metadata),
 * and the tool definitions whose `x-mcp-header` marks say which arguments are among them.
 */
import { escapeName, isObject, type JsonObject } from '#shared/jsonrpc';
import { subjectOf } from './methods.ts';
import { INPUT_METHODS, META, metaValue } from './per-request.ts';

type Pairs = readonly (readonly [name: string, value: string])[];
/** A place in a tool's arguments that is repeated as `Mcp-Param-{name}`. */
export interface HeaderParam {
  readonly name: string;
  readonly path: readonly string[];
}

/** Why a tool definition's marks are invalid: a code, and where. */
export interface HeaderMarkFault {
  readonly code: 'not-a-string' | 'empty' | 'not-a-token' | 'repeated' | 'not-primitive' | 'not-reachable';
  /** JSON pointer into the input schema. */
  readonly at: string;
  readonly value: string;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const PRIMITIVE: readonly unknown[] = ['string', 'integer', 'boolean'];

/** A type, or a list of types of which `null` is left out of account: a null argument has no header. */
function isPrimitive(type: unknown): boolean {
  if (!Array.isArray(type)) return PRIMITIVE.includes(type);
  const types = type.filter((each) => each !== 'null');
  return types.length > 0 && types.every((each) => PRIMITIVE.includes(each));
}

/** The marked arguments of a tool and what is wrong with its marks. Takes any value; never throws. */
export function headerParams(inputSchema: unknown): {
  readonly params: readonly HeaderParam[];
  readonly faults: readonly HeaderMarkFault[];
} {
  const params: HeaderParam[] = [];
  const faults: HeaderMarkFault[] = [];
  const seen = new Set<string>();
  /** Depth is bounded because a hostile schema can nest without end. */
  const visit = (schema: unknown, pointer: string, path: readonly string[] | undefined, depth: number): void => {
    if (depth > 64) return;
    if (Array.isArray(schema))
      schema.forEach((each, index) => visit(each, `${pointer}/${index}`, undefined, depth + 1));
    if (!isObject(schema)) return;
    if (Object.hasOwn(schema, 'x-mcp-header')) mark(schema, pointer, path);
    for (const [name, value] of Object.entries(schema)) {
      if (name === 'properties' && isObject(value)) {
        for (const [property, child] of Object.entries(value))
          visit(child, `${pointer}/properties/${escapeName(property)}`, path && [...path, property], depth + 1);
      } else if (!DATA.has(name)) visit(value, `${pointer}/${escapeName(name)}`, undefined, depth + 1);
    }
  };
  const mark = (schema: JsonObject, at: string, path: readonly string[] | undefined): void => {
    const name = schema['x-mcp-header'];
    const value = typeof name === 'string' ? name : typeof name;
    const fault = (code: HeaderMarkFault['code']): void => void faults.push({ code, at, value });
    if (typeof name !== 'string') return fault('not-a-string');
    if (name === '') return fault('empty');
    if (!TOKEN.test(name)) return fault('not-a-token');
    if (seen.has(name.toLowerCase())) return fault('repeated');
    seen.add(name.toLowerCase());
    if (!path || path.length === 0) return fault('not-reachable');
    if (!isPrimitive(schema['type'])) return fault('not-primitive');
    params.push({ name, path });
  };
  visit(inputSchema, '', [], 0);
  return { params, faults };
}

/** Members whose value is data, in which a name that looks like a mark is none. */
const DATA = new Set(['const', 'default', 'enum', 'examples', 'x-mcp-header']);

/** For a header: plain if safe (RFC 9110, section 5.5) or base64 (basic/transports/streamable-http#value-encoding). */
function headerValue(text: string): string {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(text) || text === '';
  if (plain && !(text.startsWith('=?base64?') && text.endsWith('?='))) return text;
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `=?base64?${btoa(binary)}?=`;
}

/** The text that such a header stands for: plain, or in the base64 form; undefined for that form where it can't be read. Never throws. */
export function headerText(value: string): string | undefined {
  const [, wrapped] = /^=\?base64\?(.*)\?=$/s.exec(value) ?? [];
  if (wrapped === undefined) return value;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(wrapped)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(wrapped), (each) => each.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The methods whose subject is repeated as `Mcp-Name`; tasks/* belong to the tasks extension. */
const NAMED: readonly string[] = [...INPUT_METHODS, 'tasks/get', 'tasks/update', 'tasks/cancel'];

/** The headers that repeat parts of one message, in the specification's order. `tools` are the definitions last listed. */
export function mirroredHeaders(message: unknown, revision: string, tools: readonly unknown[]): Pairs {
  const version = isObject(message) ? metaValue(message['params'], META.protocolVersion) : undefined;
  const pairs: [string, string][] = [
    ['MCP-Protocol-Version', headerValue(typeof version === 'string' ? version : revision)],
  ];
  if (!isObject(message) || typeof message['method'] !== 'string') return pairs;
  const { method, params } = message;
  pairs.push(['Mcp-Method', headerValue(method)]);
  const named = NAMED.includes(method) ? subjectOf(method, params) : undefined;
  if (named !== undefined) pairs.push(['Mcp-Name', headerValue(named)]);
  if (method !== 'tools/call' || !isObject(params)) return pairs;
  const tool = tools.find((each): each is JsonObject => isObject(each) && each['name'] === named);
  for (const { name, path } of tool ? headerParams(tool['inputSchema']).params : []) {
    const value = path.reduce<unknown>(
      (at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined),
      params['arguments'],
    );
    if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
      pairs.push([`Mcp-Param-${name}`, headerValue(String(value))]);
  }
  return pairs;
}
