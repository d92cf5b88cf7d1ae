/** Results that ask for input (2026-07-28, basic/patterns/mrtr#server-requirements-basic-workflow). */
import { isObject, type DecodedResponse, type JsonObject } from '#shared/jsonrpc';
import { INPUT_METHODS, META, metaValue } from '#shared/mcp';
import { checkPart } from '#shared/mcp/schema';
import { RULES as MODERN_MRTR } from '../rules/modern-mrtr.ts';
import { RULES as MODERN_RESULTS } from '../rules/modern-results.ts';
import { hasRedacted, isPerRequest, judge, objectAt, pointerTo, quoted, type Asked, type Turn } from '../judging.ts';

const {
  'mrtr-unsupported-method': METHOD,
  'mrtr-empty': EMPTY,
  'mrtr-request-kind': KIND,
  'mrtr-undeclared-capability': UNDECLARED,
  'mrtr-request-envelope': ENVELOPE,
} = MODERN_MRTR;
const { 'cache-interim': CACHE } = MODERN_RESULTS;

/** What a server may ask for, and the definition that it must fit. */
const KINDS: { readonly [method: string]: string } = {
  'elicitation/create': 'ElicitRequest',
  'sampling/createMessage': 'CreateMessageRequest',
  'roots/list': 'ListRootsRequest',
};

function answered(turn: Turn, { result }: DecodedResponse): void {
  const { asked } = turn;
  if (!isObject(result) || result['resultType'] !== 'input_required') return;
  if (asked?.dir !== 'c2s' || !isPerRequest(asked.revision)) return;
  const related = [asked.s];
  if (turn.applies(METHOD) && !INPUT_METHODS.includes(asked.method))
    turn.report(METHOD, { pointer: '/result/resultType', found: [asked.method], related });
  const { inputRequests, requestState } = result;
  if (turn.applies(EMPTY) && inputRequests === undefined && requestState === undefined)
    turn.report(EMPTY, { pointer: '/result', related });
  const hint = ['ttlMs', 'cacheScope'].find((name) => result[name] !== undefined);
  if (turn.applies(CACHE) && hint !== undefined)
    turn.report(CACHE, { pointer: `/result/${hint}`, found: [`\`${hint}\``], related });
  if (!isObject(inputRequests)) return;
  for (const [name, entry] of Object.entries(inputRequests))
    entered(turn, asked, `/result/inputRequests${pointerTo(name)}`, name, entry);
}

function entered(turn: Turn, asked: Asked, pointer: string, name: string, entry: unknown): void {
  const related = [asked.s];
  const method = isObject(entry) ? entry['method'] : undefined;
  const definition = typeof method === 'string' && Object.hasOwn(KINDS, method) ? KINDS[method] : undefined;
  if (turn.applies(KIND)) {
    const [problem] = definition === undefined ? [] : checkPart(asked.revision, definition, entry);
    if (definition === undefined)
      turn.report(KIND, {
        pointer: `${pointer}${method === undefined ? '' : '/method'}`,
        found: [quoted(name), quoted(method)],
        related,
      });
    else if (problem && hasRedacted(entry)) turn.cannotJudge(KIND, 'redacted');
    else if (problem)
      turn.report(KIND, { pointer: pointer + problem.at, found: [quoted(name), quoted(method)], related });
  }
  if (!isObject(entry)) return;
  const extra = ['jsonrpc', 'id'].find((each) => entry[each] !== undefined);
  if (turn.applies(ENVELOPE) && extra !== undefined)
    turn.report(ENVELOPE, { pointer: `${pointer}/${extra}`, found: [quoted(name), `\`${extra}\``], related });
  if (definition === undefined) return;
  if (asked.large) return void turn.cannotJudge(UNDECLARED, 'too-large');
  if (!turn.applies(UNDECLARED)) return;
  const needs = needed(String(method), objectAt(entry, 'params') ?? {});
  const declared = metaValue(asked.params, META.clientCapabilities);
  if (!needs.some((path) => covers(declared, path)))
    turn.report(UNDECLARED, { pointer: `${pointer}/method`, found: [quoted(name), needs[0] ?? ''], related });
}

/** The capabilities of which one has to be declared: what came without a form before is a form. */
function needed(method: string, params: JsonObject): readonly string[] {
  if (method === 'roots/list') return ['roots'];
  if (method === 'sampling/createMessage')
    return [params['tools'] === undefined && params['toolChoice'] === undefined ? 'sampling' : 'sampling.tools'];
  return params['mode'] === 'url' ? ['elicitation.url'] : ['elicitation.form', 'elicitation.'];
}

function covers(declared: unknown, path: string): boolean {
  const [first = '', second] = path.split('.');
  const capability = objectAt(declared, first);
  // An empty object stands for forms.
  if (second === '') return capability !== undefined && Object.keys(capability).length === 0;
  return second === undefined ? capability !== undefined : objectAt(capability, second) !== undefined;
}

export const INPUT_REQUIRED = judge({
  rules: [METHOD, EMPTY, KIND, UNDECLARED, ENVELOPE, CACHE],
  response: answered,
});
