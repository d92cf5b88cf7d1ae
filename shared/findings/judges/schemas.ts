/** The shape of whole messages, by the schemas of the revision in force. Gives way to every rule that is about the same place. */
import { isObject, type Decoded } from '#shared/jsonrpc';
import { checkMessage, surelyFitsParams, surelyFitsResult, type SchemaProblem } from '#shared/mcp/schema';
import { RULES as JSONRPC } from '../rules/methods.ts';
import { isRedacted, judge, overlap, type Rule, type Turn } from '../judging.ts';
import { isRelative, templateFault } from './resources.ts';

const {
  'method-params-schema': PARAMS,
  'method-result-schema': RESULT,
  'notification-params-schema': NOTIFICATION,
} = JSONRPC;

/** What other rules are about: the kind of message, its method. */
const ELSEWHERE: ReadonlySet<string> = new Set(['shape', 'unknown-method', 'revision', 'direction', 'batch']);
/** They are about a message as such, and say nothing of what is at their place, or are advice that follows from a breach of the schema. */
const ASIDE: ReadonlySet<string> = new Set([
  ...['res-meta-server-info', 'deprecated-feature'],
  ...['icon-sizes', 'resource-contents-uri', 'elicit-content-valid'],
]);
const NONE: readonly SchemaProblem[] = [];
/** Of one message. */
const MAX_FINDING_COUNT = 5;

export const SCHEMAS = judge({
  rules: [PARAMS, RESULT, NOTIFICATION],
  last(turn, item) {
    const rule = ruleOf(turn, item);
    if (!rule || turn.revision === undefined) return;
    if (item.large) {
      turn.cannotJudge(rule, 'too-large');
      return;
    }
    if (!turn.applies(rule)) return;
    const problems = problemsOf(turn, item, turn.revision);
    if (problems.length === 0) return;
    const taken = turn.foundInMessage.flatMap(({ pointer, rule: id }) =>
      pointer === undefined || ASIDE.has(id) ? [] : [pointer],
    );
    const whole = problems.filter(({ at }) => !isEcho(turn, valueAt(item, at)));
    const shown = whole.filter(({ at }) => !isRedacted(valueAt(item, at)));
    if (shown.length < whole.length) turn.cannotJudge(rule, 'redacted');
    const left = shown.filter(({ at, code }) => !ELSEWHERE.has(code) && !taken.some((place) => overlap(place, at)));
    if (problems.some(({ code }) => code === 'unreadable')) turn.cannotJudge(rule, 'too-large');
    else
      for (const { at, message } of left.slice(0, MAX_FINDING_COUNT))
        turn.report(rule, { pointer: at, found: [at, message], related: [turn.asked?.s, origin(turn, item, at)] });
  },
});

function ruleOf({ asked }: Turn, item: Decoded): Rule | undefined {
  if (item.kind === 'request') return PARAMS;
  if (item.kind === 'notification') return NOTIFICATION;
  return item.kind === 'response' && item.outcome === 'result' && asked ? RESULT : undefined;
}

/** The URI that was asked for: reported where it was listed, or asked for. */
const isEcho = ({ asked }: Turn, value: unknown): boolean =>
  asked?.method === 'resources/read' && typeof value === 'string' && value === asked.params?.['uri'];

/** Where the server listed the URI that a client repeats, or the template that it is made of. */
function origin({ facts }: Turn, item: Decoded, at: string): number | undefined {
  const uri = at === '/params/uri' && item.kind === 'request' ? valueAt(item, at) : undefined;
  if (typeof uri !== 'string') return undefined;
  const listed = facts.resources.get(uri);
  if (listed) return listed.s;
  for (const [template, { s }] of facts.resourceTemplates)
    if (isRelative(template) || templateFault(template) !== undefined)
      if (uri.startsWith(template.split('{', 1)[0] ?? '')) return s;
  return undefined;
}

function problemsOf(turn: Turn, item: Decoded, revision: string): readonly SchemaProblem[] {
  const { side: sender, asked } = turn;
  if (fits(turn, item, revision)) return NONE;
  if (item.kind === 'request' || item.kind === 'notification') {
    const { method, params } = item;
    const message = { jsonrpc: '2.0', ...(item.kind === 'request' ? { id: item.id } : {}), method };
    return checkMessage(revision, params === undefined ? message : { ...message, params }, { sender });
  }
  if (item.kind !== 'response') return NONE;
  // Whether a task that was asked for has to come is another rule's; what comes then says what it is.
  const asTask = asked?.params?.['task'] === undefined ? false : undefined;
  return checkMessage(
    revision,
    { jsonrpc: '2.0', id: item.id, result: item.result },
    { sender, answers: asked?.method, asTask },
  );
}

/** A quick yes for the common: what is beside parameters and results is the affair of other rules. */
function fits({ asked }: Turn, item: Decoded, revision: string): boolean {
  if (item.kind === 'request' || item.kind === 'notification')
    return surelyFitsParams(revision, item.method, item.params);
  if (item.kind !== 'response' || !asked || !isObject(item.result)) return false;
  const { resultType, task } = item.result;
  if (task !== undefined || (resultType !== undefined && resultType !== 'complete')) return false;
  return surelyFitsResult(revision, asked.method, item.result);
}

/** The value at a place in the parameters or the result; undefined where there is none. */
function valueAt(item: Decoded, pointer: string): unknown {
  let value: unknown = item;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const holder = value as { readonly [name: string]: unknown };
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? holder[name] : undefined;
  }
  return value;
}
