/** What each tool in a list says of itself: name, schemas, hints (server/tools#tool). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { referencesIn } from '#shared/mcp';
import { dialectOf, schemaFault } from '#shared/mcp/schema';
import { RULES as TOOLS } from '../rules/tools.ts';
import { RULES as TOOLS_EXTRA } from '../rules/tools-extra.ts';
import { isRedacted, judge, quoted, type Rule, type Turn } from '../judging.ts';
import { objectsAt } from './content.ts';
import { ownResult } from './outcomes.ts';
import { partsOf } from './schema-parts.ts';

const {
  'tool-name-charset': CHARSET,
  'tool-name-length': LENGTH,
  'tool-input-schema-object': INPUT_OBJECT,
  'tool-input-schema-valid': INPUT_VALID,
  'tool-output-schema-object': OUTPUT_OBJECT,
  'tool-output-schema-valid': OUTPUT_VALID,
} = TOOLS;
const {
  'tool-schema-dialect': DIALECT,
  'tool-schema-remote-ref': REMOTE_REF,
  'tool-annotations-conflict': HINTS,
} = TOOLS_EXTRA;
const RULES = [
  ...[CHARSET, LENGTH, INPUT_OBJECT, INPUT_VALID, OUTPUT_OBJECT, OUTPUT_VALID],
  ...[DIALECT, REMOTE_REF, HINTS],
];

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
