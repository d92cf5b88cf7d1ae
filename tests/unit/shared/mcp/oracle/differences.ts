/** Where our verdicts differ from the official schemas' on purpose, and why. */
import { SCHEMA_REVISIONS, type SchemaRevision } from '#shared/mcp/schema';
import { isMembers, type Case, type Members, type Patch } from './official.ts';

export interface Difference {
  readonly name: string;
  readonly why: string;
  readonly revisions: readonly SchemaRevision[];
  /** What the official schema would have to say to agree. */
  readonly patch?: Patch;
  /** For what a schema can't say: our verdict where this difference applies, undefined elsewhere. */
  readonly verdict?: (each: Case) => boolean | 'not compared' | undefined;
}

const from = (first: SchemaRevision): readonly SchemaRevision[] => SCHEMA_REVISIONS.filter((each) => each >= first);
const properties = (schema: Members | undefined): Members => schema?.['properties'] as Members;
const KINDS = ['method', 'result', 'error'];

export const DIFFERENCES: readonly Difference[] = [
  {
    name: 'one kind of message at a time',
    why: 'JSON-RPC 2.0 allows only one of method, result and error; the official schemas ignore members they do not name.',
    revisions: SCHEMA_REVISIONS,
    verdict: ({ message, type }) =>
      type === undefined && isMembers(message) && KINDS.filter((name) => name in message).length > 1
        ? false
        : undefined,
  },
  {
    name: 'empty batch',
    why: 'JSON-RPC 2.0 calls an empty array an invalid request; the official schema has no minItems.',
    revisions: ['2025-03-26'],
    verdict: ({ message, type }) =>
      type === undefined && Array.isArray(message) && message.length === 0 ? false : undefined,
  },
  {
    name: 'tasks extension',
    why: 'The messages of io.modelcontextprotocol/tasks are in no official schema, only in its specification.',
    revisions: ['2026-07-28'],
    verdict: ({ message, context, type }) => {
      if (type !== undefined || !isMembers(message)) return undefined;
      const method = 'method' in message ? message['method'] : context.answers;
      if (typeof method === 'string' && /^(?:notifications\/)?tasks(?:\/(?:get|update|cancel))?$/.test(method))
        return 'not compared';
      const result = message['result'];
      return method === 'tools/call' && isMembers(result) && result['resultType'] === 'task'
        ? 'not compared'
        : undefined;
    },
  },
  {
    name: 'resultType of InputRequiredResult',
    why: 'It is how this result is told from others; the official definition lets any text stand there.',
    revisions: ['2026-07-28'],
    patch: ({ InputRequiredResult }) => {
      properties(InputRequiredResult)['resultType'] = { const: 'input_required' };
    },
  },
  {
    name: 'taskIds of a subscription',
    why: 'The tasks extension adds them to the filter as a list of texts.',
    revisions: ['2026-07-28'],
    patch: ({ SubscriptionFilter }) => {
      properties(SubscriptionFilter)['taskIds'] = { type: 'array', items: { type: 'string' } };
    },
  },
  {
    name: 'numbers in a filled-in form',
    why: 'A form may ask for any number; the official schema was made with integers only.',
    revisions: from('2025-06-18'),
    patch: ({ ElicitResult }) => {
      const { content } = properties(ElicitResult) as { content: { additionalProperties: Members } };
      const text = JSON.stringify(content.additionalProperties).replace('"integer"', '"number"');
      content.additionalProperties = JSON.parse(text) as Members;
    },
  },
  {
    name: 'null and fractions as JSON values',
    why: 'JSONValue is meant to be any JSON; the official schema was made without null and with integers only.',
    revisions: ['2026-07-28'],
    patch: (definitions) => {
      definitions['JSONValue'] = {};
    },
  },
  {
    name: '_meta where the schema forgets it',
    why: 'Params of every request and notification may carry _meta, an object; three definitions of tasks and one of elicitation leave it out, so that anything passes.',
    revisions: ['2025-11-25'],
    patch: (definitions) => {
      const _meta = { type: 'object', properties: { progressToken: { $ref: '#/$defs/ProgressToken' } } };
      for (const name of ['GetTaskRequest', 'GetTaskPayloadRequest', 'CancelTaskRequest'])
        properties(properties(definitions[name])['params'] as Members)['_meta'] = _meta;
      properties(properties(definitions['ElicitationCompleteNotification'])['params'] as Members)['_meta'] = {
        type: 'object',
      };
    },
  },
  {
    name: 'related task in _meta',
    why: 'The page on tasks says what io.modelcontextprotocol/related-task holds; the official schema defines it and refers to it nowhere.',
    revisions: ['2025-11-25'],
    patch: (definitions) => {
      const visit = (node: unknown): void => {
        if (Array.isArray(node)) return void node.forEach(visit);
        if (!isMembers(node)) return;
        const meta = isMembers(node['properties']) ? node['properties']['_meta'] : undefined;
        Object.values(node).forEach(visit);
        if (isMembers(meta))
          meta['properties'] = {
            ...(meta['properties'] as Members | undefined),
            'io.modelcontextprotocol/related-task': { $ref: '#/$defs/RelatedTaskMetadata' },
          };
      };
      // Only messages have one, not what they are made of.
      for (const [name, definition] of Object.entries(definitions))
        if (/(?:Params|Request|Notification|Result)$/.test(name)) visit(definition);
    },
  },
];
