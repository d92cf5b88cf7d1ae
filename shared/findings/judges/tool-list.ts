/** The schemas in a schema that a peer wrote. */
import { escapeName, isObject, type JsonObject } from '#shared/jsonrpc';
import { referencesIn } from '#shared/mcp';
import { dialectOf, schemaFault } from '#shared/mcp/schema';
import { RULES as TOOLS } from '../rules/tools.ts';
import { isRedacted, judge, keep, quoted, type Rule, type Turn } from '../judging.ts';
import { RULES as TOOLS_EXTRA } from '../rules/tools-extra.ts';
import { objectsAt } from './content.ts';
import { ownResult } from './outcomes.ts';

const {
  'tool-name-charset': CHARSET,
  'tool-name-length': LENGTH,
  'tool-input-schema-object': INPUT_OBJECT,
  'tool-input-schema-valid': INPUT_VALID,
  'tool-output-schema-object': OUTPUT_OBJECT,
  'tool-output-schema-valid': OUTPUT_VALID,
} = TOOLS;
const {
  'xmcp-empty': EMPTY,
  'xmcp-token': TOKEN,
  'xmcp-unique': UNIQUE,
  'xmcp-primitive': PRIMITIVE,
  'xmcp-reachable': REACHABLE,
  'xmcp-invalid-tool-used': USED,
  'tool-schema-dialect': DIALECT,
  'tool-schema-remote-ref': REMOTE_REF,
  'tool-annotations-conflict': HINTS,
  'xmcp-sensitive': SENSITIVE,
} = TOOLS_EXTRA;

interface SchemaPart {
  readonly value: JsonObject;
  /** RFC 6901 pointer in the whole schema. */
  readonly at: string;
  /** Names of the arguments on the way, where nothing but `properties` leads to it. */
  readonly path: readonly string[] | undefined;
}

/** Keywords whose value is data, in which nothing is a schema. */
const DATA = new Set(['const', 'default', 'enum', 'examples', 'x-mcp-header']);
const MAX_PART_COUNT = 20_000;

/** Every object in a schema that can be a schema, the whole first; some thousands at most. */
function partsOf(schema: JsonObject): readonly SchemaPart[] {
  const parts: SchemaPart[] = [];
  const waiting: (readonly [value: unknown, at: string, path: SchemaPart['path']])[] = [[schema, '', []]];
  for (let next = 0; next < waiting.length && next < MAX_PART_COUNT; next++) {
    const [value, at, path] = waiting[next] ?? [undefined, '', undefined];
    if (Array.isArray(value))
      for (const [index, each] of value.entries()) waiting.push([each, `${at}/${index}`, undefined]);
    if (!isObject(value)) continue;
    parts.push({ value, at, path });
    for (const [keyword, each] of Object.entries(value)) {
      if (typeof each !== 'object' || each === null || DATA.has(keyword)) continue;
      const place = `${at}/${escapeName(keyword)}`;
      if (keyword !== 'properties' || !isObject(each)) waiting.push([each, place, undefined]);
      else
        for (const [name, property] of Object.entries(each))
          waiting.push([property, `${place}/${escapeName(name)}`, path && [...path, name]]);
    }
  }
  return parts;
}

const RULES = [
  ...[CHARSET, LENGTH, INPUT_OBJECT, INPUT_VALID, OUTPUT_OBJECT, OUTPUT_VALID],
  ...[DIALECT, REMOTE_REF, HINTS],
];

/** What each tool in a list says of itself: name, schemas, hints (server/tools#tool). */
export const TOOL_LIST = judge({
  rules: RULES,
  answers: {
    'tools/list'(turn, answer) {
      const result = ownResult(turn, answer, RULES);
      // A list may be megabytes of schemas; most refer to nothing but themselves.
      const refers = turn.raw === undefined || /"\$ref"\s*:\s*"[^#]/.test(turn.raw);
      for (const { value, at } of objectsAt(result?.['tools'], '/result/tools')) {
        named(turn, value, at);
        inputSchema(turn, value, at, refers);
        outputSchema(turn, value, at, refers);
        hints(turn, value, at);
      }
    },
  },
});

function named(turn: Turn, { name }: JsonObject, at: string): void {
  if (typeof name !== 'string') return;
  const pointer = `${at}/name`;
  // Characters, not UTF-16 units.
  const { length } = [...name];
  if (turn.applies(LENGTH) && (length === 0 || length > 128)) turn.report(LENGTH, { pointer, found: [length] });
  if (!turn.applies(CHARSET)) return;
  const other = /[^A-Za-z0-9_.-]/u.exec(name)?.[0];
  if (other === undefined) return;
  if (isRedacted(name)) return void turn.cannotJudge(CHARSET, 'redacted');
  turn.report(CHARSET, { pointer, found: [quoted(name), quoted(other)] });
}

function inputSchema(turn: Turn, { name, inputSchema: schema }: JsonObject, at: string, refers: boolean): void {
  const pointer = schema === undefined ? at : `${at}/inputSchema`;
  if (turn.applies(INPUT_OBJECT)) typed(turn, INPUT_OBJECT, name, schema, pointer);
  if (!isObject(schema)) return;
  if (turn.applies(INPUT_VALID)) valid(turn, INPUT_VALID, name, schema, pointer);
  dialect(turn, schema, pointer);
  remote(turn, schema, pointer, refers);
}

function outputSchema(turn: Turn, { name, outputSchema: schema }: JsonObject, at: string, refers: boolean): void {
  if (schema === undefined) return;
  const pointer = `${at}/outputSchema`;
  const holds = turn.applies(OUTPUT_OBJECT);
  if (holds) typed(turn, OUTPUT_OBJECT, name, schema, pointer);
  if (!(holds && !isObject(schema)) && turn.applies(OUTPUT_VALID)) valid(turn, OUTPUT_VALID, name, schema, pointer);
  if (!isObject(schema)) return;
  dialect(turn, schema, pointer);
  remote(turn, schema, pointer, refers);
}

function typed(turn: Turn, rule: Rule, name: unknown, schema: unknown, pointer: string): void {
  const type = isObject(schema) ? schema['type'] : undefined;
  if (type === 'object') return;
  const found = [quoted(name), type === undefined ? quoted(schema) : `"type": ${quoted(type)}`];
  turn.report(rule, { pointer: type === undefined ? pointer : `${pointer}/type`, found });
}

function valid(turn: Turn, rule: Rule, name: unknown, schema: unknown, pointer: string): void {
  const fault = schemaFault(schema);
  if (fault === undefined) return;
  if (fault === 'unknown') return void turn.cannotJudge(rule, 'schema-unknown');
  if (isRedacted(fault.value)) return void turn.cannotJudge(rule, 'redacted');
  turn.report(rule, { pointer: pointer + fault.at, found: [quoted(name), fault.at || '/', quoted(fault.value)] });
}

function dialect(turn: Turn, schema: JsonObject, pointer: string): void {
  if (!turn.applies(DIALECT) || dialectOf(schema) === '2020-12') return;
  turn.report(DIALECT, { pointer: `${pointer}/$schema`, found: [quoted(schema['$schema'])] });
}

const HTTP = /^https?:/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** References to the network. One to the schema's own `$id` stays in it. */
function remote(turn: Turn, schema: JsonObject, pointer: string, mayBe: boolean): void {
  if (!turn.applies(REMOTE_REF) || !mayBe) return;
  const base = typeof schema['$id'] === 'string' ? schema['$id'] : '';
  const refer = referencesIn(schema);
  for (const { value, at } of partsOf(schema)) {
    const reference = value['$ref'];
    if (typeof reference !== 'string' || reference.startsWith('#')) continue;
    if (!HTTP.test(SCHEME.test(reference) ? reference : base)) continue;
    if (refer(reference) !== undefined) continue;
    turn.report(REMOTE_REF, { pointer: `${pointer}${at}/$ref`, found: [quoted(reference)] });
  }
}

function hints(turn: Turn, { annotations }: JsonObject, at: string): void {
  if (!isObject(annotations) || !turn.applies(HINTS) || annotations['readOnlyHint'] !== true) return;
  if (annotations['destructiveHint'] === true) turn.report(HINTS, { pointer: `${at}/annotations/destructiveHint` });
}

const OF_MARKS = [EMPTY, TOKEN, UNIQUE, PRIMITIVE, REACHABLE, SENSITIVE];
const MARK = 'x-mcp-header';
const SECRET = /password|secret|token|api.?key|ssn|card/i;

/** Arguments that a tool wants repeated as HTTP headers (2026-07-28 server/tools#x-mcp-header). */
export const HEADER_MARKS = judge({
  rules: [...OF_MARKS, USED],
  init: () => ({
    /** Tools with invalid marks, by name: the event that listed them. */
    invalid: new Map<string, number>(),
  }),
  answers: {
    'tools/list'(turn, answer, { invalid }) {
      if (!turn.applies(EMPTY)) return;
      const result = ownResult(turn, answer, OF_MARKS);
      // A list may be megabytes of schemas; most have no mark at all.
      const none = turn.raw?.includes(`"${MARK}"`) === false;
      for (const { value, at } of objectsAt(result?.['tools'], '/result/tools')) {
        const { name, inputSchema } = value;
        const sound = none || !isObject(inputSchema) || marks(turn, inputSchema, `${at}/inputSchema`);
        if (typeof name !== 'string') continue;
        if (sound) invalid.delete(name);
        else keep(invalid, name, turn.s);
      }
    },
  },
  requests: {
    'tools/call'(turn, { params }, { invalid }) {
      if (invalid.size === 0 || !isObject(params) || !turn.applies(USED)) return;
      const name = params['name'];
      const listed = typeof name === 'string' ? turn.facts.tools.get(name) : undefined;
      if (typeof name !== 'string' || !listed || invalid.get(name) !== listed.s) return;
      turn.report(USED, { pointer: '/params/name', found: [quoted(name)], related: [listed.s] });
    },
  },
});

/** Judges the marks of one tool; true where they are valid. */
function marks(turn: Turn, schema: JsonObject, pointer: string): boolean {
  let sound = true;
  const seen = new Set<string>();
  for (const part of partsOf(schema)) {
    if (!Object.hasOwn(part.value, MARK)) continue;
    if (!mark(turn, part, `${pointer}${part.at}`, seen)) sound = false;
  }
  return sound;
}

function mark(turn: Turn, { value, at, path }: SchemaPart, place: string, seen: Set<string>): boolean {
  const { [MARK]: name, type } = value;
  const pointer = `${place}/${MARK}`;
  let sound = true;
  const says = (rule: typeof EMPTY, found: readonly unknown[], where = pointer): void => {
    turn.report(rule, { pointer: where, found });
    sound = false;
  };
  turn.applies(EMPTY);
  if (typeof name !== 'string' || name === '') says(EMPTY, [quoted(name)]);
  else {
    if (turn.applies(TOKEN) && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) says(TOKEN, [quoted(name)]);
    if (turn.applies(UNIQUE) && seen.has(name.toLowerCase())) says(UNIQUE, [quoted(name)]);
    seen.add(name.toLowerCase());
    const property = path?.at(-1) ?? at.slice(at.lastIndexOf('/') + 1);
    if (turn.applies(SENSITIVE) && (SECRET.test(name) || SECRET.test(property)))
      turn.report(SENSITIVE, { pointer, found: [quoted(name), quoted(property)] });
  }
  if (turn.applies(PRIMITIVE) && type !== 'integer' && type !== 'string' && type !== 'boolean')
    says(PRIMITIVE, [quoted(type)], type === undefined ? place : `${place}/type`);
  if (turn.applies(REACHABLE) && (path === undefined || path.length === 0)) says(REACHABLE, [at || '/']);
  return sound;
}
