/** Fields that a later revision brought, in messages of an earlier one: the peer ignores them. */
import { isObject } from '#shared/jsonrpc';
import { SPEC_REVISIONS } from '#shared/mcp';
import { RULES as JSONRPC } from '../rules/methods.ts';
import { judge, pointerTo, type Answer, type Turn } from '../judging.ts';

const { 'field-not-in-version': NEWER } = JSONRPC;

const B = '2025-03-26';
const C = '2025-06-18';
const D = '2025-11-25';
const E = '2026-07-28';
type Field = readonly [name: string, since: string];
/** By revision: the fields that it has not got yet. */
type Fields = ReadonlyMap<string, readonly Field[]>;

const fields = (...all: readonly Field[]): Fields =>
  new Map(SPEC_REVISIONS.map((each) => [each, all.filter(([, since]) => since > each)]));

const OF_RESULT: readonly Field[] = [
  ['resultType', E],
  ['ttlMs', E],
  ['cacheScope', E],
  ['requestState', E],
];
const OF_ITEM: readonly Field[] = [
  ['title', C],
  ['_meta', C],
  ['icons', D],
];
const RESULT = fields(...OF_RESULT);
const CALLED = fields(...OF_RESULT, ['structuredContent', C]);
const ITEM = fields(...OF_ITEM);
const TOOL = fields(...OF_ITEM, ['annotations', B], ['outputSchema', C], ['execution', D]);
const CONTENTS = fields(['_meta', C]);
const IMPLEMENTATION = fields(['title', C], ['icons', D], ['description', D], ['websiteUrl', D]);
const PARAMS = fields(['task', D], ['requestState', E]);
const COMPLETED = fields(['context', C]);
const SAMPLED = fields(['task', D], ['tools', D], ['toolChoice', D]);
const [AT_PARAMS, AT_RESULT] = [['params'], ['result']] as const;

export const NEWER_FIELDS = judge({
  rules: [NEWER],
  requests: {
    initialize: (turn, { params }) => one(turn, member(params, 'clientInfo'), IMPLEMENTATION, ['params', 'clientInfo']),
    'tools/call': (turn, { params }) => one(turn, params, PARAMS, AT_PARAMS),
    'prompts/get': (turn, { params }) => one(turn, params, PARAMS, AT_PARAMS),
    'resources/read': (turn, { params }) => one(turn, params, PARAMS, AT_PARAMS),
    'completion/complete': (turn, { params }) => one(turn, params, COMPLETED, AT_PARAMS),
    'sampling/createMessage': (turn, { params }) => one(turn, params, SAMPLED, AT_PARAMS),
  },
  answers: {
    initialize(turn, { result }) {
      one(turn, result, RESULT, AT_RESULT);
      one(turn, member(result, 'serverInfo'), IMPLEMENTATION, ['result', 'serverInfo']);
    },
    'tools/list': list('tools', TOOL),
    'prompts/list': list('prompts', ITEM),
    'resources/list': list('resources', ITEM),
    'resources/templates/list': list('resourceTemplates', ITEM),
    'tools/call': (turn, { result }) => one(turn, result, CALLED, AT_RESULT),
    'prompts/get': (turn, { result }) => one(turn, result, RESULT, AT_RESULT),
    'resources/read': list('contents', CONTENTS),
  },
});

const member = (holder: unknown, name: string): unknown => (isObject(holder) ? holder[name] : undefined);

/** Reports each field of an object that its revision does not have yet. */
function one(turn: Turn, holder: unknown, newer: Fields, path: readonly string[]): void {
  const { revision } = turn;
  if (revision === undefined || revision >= E || !isObject(holder) || !turn.applies(NEWER)) return;
  for (const [name, since] of newer.get(revision) ?? [])
    if (Object.hasOwn(holder, name)) tell(turn, pointerTo(...path, name), name, since);
}

/** Names the answer that the revision comes from, too. */
function tell(turn: Turn, pointer: string, ...found: readonly string[]): void {
  turn.report(NEWER, { pointer, found, related: [turn.facts.serverS] });
}

/** Items of a list: a field that several have is reported once. */
function list(name: string, newer: Fields): (turn: Turn, answer: Answer) => void {
  return (turn, { result }) => {
    const { revision } = turn;
    one(turn, result, RESULT, AT_RESULT);
    const items: unknown = member(result, name);
    if (revision === undefined || !Array.isArray(items)) return;
    for (const [field, since] of newer.get(revision) ?? []) {
      const at = (items as readonly unknown[]).findIndex((item) => isObject(item) && Object.hasOwn(item, field));
      if (at >= 0) tell(turn, pointerTo('result', name, at, field), field, since);
    }
  };
}
