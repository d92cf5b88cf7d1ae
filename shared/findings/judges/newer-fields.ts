/** Fields that a later revision brought, in messages of an earlier one: the peer ignores them. */
import { isObject } from '#shared/jsonrpc';
import { JSONRPC } from '../catalogue/jsonrpc.ts';
import { judge, type Answer } from '../judge.ts';
import { pointerTo } from '../told.ts';
import type { Turn } from '../turn.ts';

const { 'field-not-in-version': NEWER } = JSONRPC;

const B = '2025-03-26';
const C = '2025-06-18';
const D = '2025-11-25';
const E = '2026-07-28';
type Fields = readonly (readonly [name: string, since: string])[];

const RESULT: Fields = [
  ['resultType', E],
  ['ttlMs', E],
  ['cacheScope', E],
  ['requestState', E],
];
const ITEM: Fields = [
  ['title', C],
  ['_meta', C],
  ['icons', D],
];
const TOOL: Fields = [...ITEM, ['annotations', B], ['outputSchema', C], ['execution', D]];
const IMPLEMENTATION: Fields = [
  ['title', C],
  ['icons', D],
  ['description', D],
  ['websiteUrl', D],
];
const PARAMS: Fields = [
  ['task', D],
  ['requestState', E],
];

export const NEWER_FIELDS = judge({
  name: 'newer-fields',
  rules: [NEWER],
  requests: {
    initialize: (turn, { params }) => one(turn, member(params, 'clientInfo'), IMPLEMENTATION, ['params', 'clientInfo']),
    'tools/call': (turn, { params }) => one(turn, params, PARAMS, ['params']),
    'prompts/get': (turn, { params }) => one(turn, params, PARAMS, ['params']),
    'resources/read': (turn, { params }) => one(turn, params, PARAMS, ['params']),
    'completion/complete': (turn, { params }) => one(turn, params, [['context', C]], ['params']),
    'sampling/createMessage': (turn, { params }) =>
      one(
        turn,
        params,
        [
          ['task', D],
          ['tools', D],
          ['toolChoice', D],
        ],
        ['params'],
      ),
  },
  answers: {
    initialize(turn, { result }) {
      one(turn, result, RESULT, ['result']);
      one(turn, member(result, 'serverInfo'), IMPLEMENTATION, ['result', 'serverInfo']);
    },
    'tools/list': list('tools', TOOL),
    'prompts/list': list('prompts', ITEM),
    'resources/list': list('resources', ITEM),
    'resources/templates/list': list('resourceTemplates', ITEM),
    'tools/call': (turn, { result }) => one(turn, result, [...RESULT, ['structuredContent', C]], ['result']),
    'prompts/get': (turn, { result }) => one(turn, result, RESULT, ['result']),
    'resources/read': list('contents', [['_meta', C]]),
  },
});

const member = (holder: unknown, name: string): unknown => (isObject(holder) ? holder[name] : undefined);

/** An object: each field that its revision has not got yet is told of. */
function one(turn: Turn, holder: unknown, fields: Fields, path: readonly string[]): void {
  const { revision } = turn;
  if (revision === undefined || revision >= E || !isObject(holder) || !turn.tries(NEWER)) return;
  for (const [name, since] of fields)
    if (since > revision && Object.hasOwn(holder, name))
      turn.broke(NEWER, { pointer: pointerTo(...path, name), found: [name, since] });
}

/** Items of a list: a field that several have is told of once. */
function list(name: string, fields: Fields): (turn: Turn, answer: Answer) => void {
  return (turn, { result }) => {
    const { revision } = turn;
    one(turn, result, RESULT, ['result']);
    const items: unknown = member(result, name);
    if (revision === undefined || !Array.isArray(items)) return;
    for (const [field, since] of fields) {
      if (since <= revision) continue;
      const at = (items as readonly unknown[]).findIndex((item) => isObject(item) && Object.hasOwn(item, field));
      if (at >= 0) turn.broke(NEWER, { pointer: pointerTo('result', name, at, field), found: [field, since] });
    }
  };
}
