/** The schema of any one message that a side may send: what the editor completes, explains and advises from. */
import { methodsOf } from '../methods.ts';
import { allowsBatch, eraOf } from '../revisions.ts';
import { ERROR_DEFINITIONS } from './definitions/index.ts';
import { exampleMessage, exampleResult } from './examples.ts';
import { schemaRevision } from './history.ts';
import type { JsonSchema } from './json-schema.ts';
import { messageOf, messagesOf, resultsOf, revisionSchema } from './revision-schema.ts';

export interface MessageSchemaContext {
  readonly sender: 'client' | 'server';
  /** Method of the request that a response answers: its result is described then. */
  readonly answers?: string | undefined;
}

const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
const when = (members: { readonly [name: string]: JsonSchema }, then: JsonSchema): JsonSchema => ({
  if: { properties: members, required: Object.keys(members) },
  then,
});

/**
 * A JSON Schema document for the composer, of one message (in 2025-03-26 also a batch). It begins with the members of any
 * message, so that they complete in an empty object; `method` lists the names with what each does; then the method, or the
 * code of an error, decides what the rest must be. This is written with `if` and `then`, because the editor's advice on them
 * is about the one message that is meant. An empty text completes to whole messages.
 */
export function messageSchema(revision: string, { sender, answers }: MessageSchemaContext): JsonSchema {
  const at = schemaRevision(revision);
  const { $schema, $defs } = revisionSchema(at);
  const messages = new Set(messagesOf(at).map(({ definition }) => definition));
  const methods = methodsOf(at, sender).flatMap((facts) => messageOf(at, facts.method) ?? []);
  const has = (name: string): boolean => Object.hasOwn($defs, name);
  const described = (name: string): string => $defs[name]?.description ?? '';
  const defined = (...names: readonly string[]): JsonSchema => ref(names.find(has) ?? 'Result');
  const message: JsonSchema = {
    type: 'object',
    properties: {
      jsonrpc: { const: '2.0', description: 'Always "2.0".' },
      id: { ...ref('RequestId'), description: 'Names the request; the answer repeats it. Notifications have none.' },
      method: {
        type: 'string',
        enum: methods.map(({ method }) => method),
        enumDescriptions: methods.map(({ definition }) => described(definition)),
        description: 'What is asked for or told.',
      },
      params: { type: 'object', description: 'Parameters of the method.' },
      result: { type: 'object', description: 'What the request gave.' },
      error: { ...ref('Error'), description: 'Why the request failed.' },
    },
    required: ['jsonrpc'],
    anyOf: [{ required: ['method'] }, { required: ['result'] }, { required: ['error'] }],
    allOf: [
      ...methods.map(({ method, kind, definition }) =>
        when(
          { method: { const: method } },
          kind === 'request' ? ref(definition) : { allOf: [ref(definition), { properties: { id: false } }] },
        ),
      ),
      when({ result: {} }, defined('JSONRPCResultResponse', 'JSONRPCResponse')),
      ...resultConditions(at, answers === undefined ? [] : resultsOf(at, answers)),
      when({ error: {} }, defined('JSONRPCErrorResponse', 'JSONRPCError')),
      ...ERROR_DEFINITIONS.filter(({ definition }) => has(definition)).map(({ code, definition }) =>
        when({ error: { properties: { code: { const: code } }, required: ['code'] } }, ref(definition)),
      ),
    ],
  };
  const root = {
    $schema,
    $defs: {
      ...Object.fromEntries(
        Object.entries($defs).map(([name, schema]) => [
          name,
          forEditor(messages.has(name) ? schema : withoutDescription(schema)),
        ]),
      ),
      AnyMessage: message,
    },
    defaultSnippets: [
      ...(answers === undefined ? [] : answerSnippets(answers, revision)),
      ...methods.map(({ method, definition }) => ({
        label: method,
        description: described(definition),
        body: exampleMessage(method, revision),
      })),
    ],
  };
  const any = ref('AnyMessage');
  return allowsBatch(at)
    ? { ...root, if: { type: 'array' }, then: { items: any, minItems: 1 }, else: any }
    : { ...root, allOf: [any] };
}

/** Base64 for an editor, whose texts are short, and which knows no format of that name. */
const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';

/** A copy in which what the editor would not understand is said in its own keywords. */
function forEditor(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(forEditor);
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, forEditor(value)]));
  if (members['format'] !== 'byte') return members;
  const { format: _, ...rest } = members;
  return { ...rest, pattern: BASE64, patternErrorMessage: 'This is not base64.' };
}

/** The editor would show the type's description in place of that of the member which refers to it. */
const withoutDescription = ({ description: _, ...rest }: JsonSchema): JsonSchema => rest;

function answerSnippets(answers: string, revision: string): JsonSchema[] {
  const result = exampleResult(answers, revision);
  const error = { code: -32603, message: 'Internal error' };
  return [
    ...(result
      ? [{ label: 'result', description: `Answers ${answers}.`, body: { jsonrpc: '2.0', id: 1, result } }]
      : []),
    { label: 'error', description: `Refuses ${answers}.`, body: { jsonrpc: '2.0', id: 1, error } },
  ];
}

/** What the result of the request must be: told by `resultType` in 2026-07-28, by `task` in 2025-11-25. */
function resultConditions(revision: string, names: readonly string[]): JsonSchema[] {
  const [ordinary, ...others] = names;
  if (ordinary === undefined) return [];
  const result = (name: string): JsonSchema => ({ properties: { result: ref(name) } });
  const test = (name: string): JsonSchema => {
    if (name === 'InputRequiredResult') return told('resultType', { const: 'input_required' });
    return eraOf(revision) === 'per-request' ? told('resultType', { const: 'task' }) : told('task', { type: 'object' });
  };
  return others.reduceRight<JsonSchema[]>(
    (otherwise, name) => [{ if: test(name), then: result(name), else: { allOf: otherwise } }],
    [{ if: { required: ['result'] }, then: result(ordinary) }],
  );
}

const told = (member: string, value: JsonSchema): JsonSchema => ({
  properties: { result: { type: 'object', properties: { [member]: value }, required: [member] } },
  required: ['result'],
});
