/** Results that ask for input (2026-07-28, basic/patterns/mrtr#server-requirements-basic-workflow). */
import { isObject, type DecodedRequest, type DecodedResponse, type IdKey, type JsonObject } from '#shared/jsonrpc';
import { INPUT_METHODS, META, metaValue } from '#shared/mcp';
import { checkPart } from '#shared/mcp/schema';
import { RULES as MODERN_MRTR } from '../rules/modern-mrtr.ts';
import { RULES as MODERN_RESULTS } from '../rules/modern-results.ts';
import {
  hasRedacted,
  isPerRequest,
  isRedacted,
  judge,
  keep,
  objectAt,
  pointerTo,
  quoted,
  sameValue,
} from '../judging.ts';
import type { Answer, Asked, Turn } from '../judging.ts';

const {
  'mrtr-unsupported-method': METHOD,
  'mrtr-empty': EMPTY,
  'mrtr-request-kind': KIND,
  'mrtr-undeclared-capability': UNDECLARED,
  'mrtr-request-envelope': ENVELOPE,
  'mrtr-retry-id': ID,
  'mrtr-state-echo': ECHO,
  'mrtr-state-invented': INVENTED,
  'mrtr-responses-complete': COMPLETE,
  'mrtr-response-shape': SHAPE,
  'mrtr-cross-request': CROSS,
  'mrtr-missing-input-error': MISSING,
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

export const INPUT_REQUIRED = judge({ rules: [METHOD, EMPTY, KIND, UNDECLARED, ENVELOPE, CACHE], response: answered });

/** A result that asked for input. */
interface Round {
  readonly s: number;
  readonly asked: number;
  readonly id: IdKey;
  /** The request that a chain of retries began with; the request itself where it is none. */
  readonly first: { readonly s: number; readonly id: IdKey };
  readonly method: string;
  /** Name or URI. */
  readonly target: unknown;
  readonly args: unknown;
  /** Method of each input request, by its key. */
  readonly keys: ReadonlyMap<string, unknown>;
  readonly state?: unknown;
}
interface State {
  /** By the event of the result: the newest is the last. */
  readonly rounds: Map<number, Round>;
  /** Requests that gave less than was asked for, and were right otherwise. */
  readonly partial: Map<IdKey, { readonly s: number; readonly round: number; readonly missing: string }>;
  /** Retries that wait for their answer: their event, and what their chain began with. */
  readonly retries: Map<IdKey, { readonly s: number; readonly first: Round['first'] }>;
}
const MAX_ROUND_COUNT = 100;

/** What a result may be for each kind of input. */
const RESULTS: { readonly [method: string]: string } = {
  'elicitation/create': 'ElicitResult',
  'sampling/createMessage': 'CreateMessageResult',
  'roots/list': 'ListRootsResult',
};

const targetOf = (params: JsonObject): unknown => params['name'] ?? params['uri'];
const argsOf = (params: JsonObject): unknown => params['arguments'] ?? {};

function answeredRound(turn: Turn, answer: Answer, { rounds, partial, retries }: State): void {
  const { to, outcome, result } = answer;
  if (!isPerRequest(to.revision)) return;
  const given = partial.get(to.key);
  if (given?.s === to.s) {
    partial.delete(to.key);
    if (turn.applies(MISSING) && outcome === 'error')
      turn.report(MISSING, { pointer: '/error', found: [quoted(given.missing)], related: [given.round, to.s] });
  }
  const retry = retries.get(to.key);
  const first = retry?.s === to.s ? retry.first : { s: to.s, id: to.key };
  retries.delete(to.key);
  if (!isObject(result) || result['resultType'] !== 'input_required') return;
  const params = to.params ?? {};
  const requests = isObject(result['inputRequests']) ? result['inputRequests'] : {};
  const keys = Object.entries(requests).map(
    ([key, each]) => [key, isObject(each) ? each['method'] : undefined] as const,
  );
  const round: Round = {
    ...{ s: turn.s, asked: to.s, id: to.key, first, method: to.method, target: targetOf(params), args: argsOf(params) },
    keys: new Map(keys),
    ...(result['requestState'] === undefined ? {} : { state: result['requestState'] }),
  };
  keep(rounds, turn.s, round, MAX_ROUND_COUNT);
}

function asks(turn: Turn, request: DecodedRequest, state: State): void {
  const { params, method } = request;
  if (!isObject(params) || turn.dir !== 'c2s') return;
  const { inputResponses, requestState } = params;
  if (inputResponses === undefined && requestState === undefined) return;
  if (!isPerRequest(turn.revision)) return;
  const rounds = [...state.rounds.values()].reverse();
  const own = rounds.filter((each) => each.method === method && sameValue(each.target, targetOf(params)));
  const alike = own.filter((each) => sameValue(each.args, argsOf(params)));
  const issued = rounds.filter((each) => requestState !== undefined && each.state === requestState);
  if (issued.length > 0 && turn.applies(CROSS) && !issued.some((each) => alike.includes(each)))
    return crossed(turn, issued[0]);
  const fits = ({ state: known }: Round): boolean => known === requestState;
  const answers = ({ keys }: Round): boolean =>
    isObject(inputResponses) && Object.keys(inputResponses).some((key) => keys.has(key));
  const round =
    alike.find((each) => fits(each) && answers(each)) ?? alike.find(fits) ?? alike.find(answers) ?? alike[0] ?? own[0];
  if (!round) return void invented(turn, requestState, undefined);
  const right = echoes(turn, requestState, round);
  const { first: began } = round;
  if (turn.applies(ID) && (request.key === round.id || request.key === began.id)) {
    const initial = request.key === round.id ? round.asked : began.s;
    turn.report(ID, { pointer: '/id', found: [quoted(request.id)], related: [initial, round.s] });
  }
  keep(state.retries, request.key, { s: turn.s, first: began }, MAX_ROUND_COUNT);
  const shaped = shapes(turn, inputResponses, round);
  const given = isObject(inputResponses) ? inputResponses : {};
  const missing = [...round.keys.keys()].filter((key) => !Object.hasOwn(given, key));
  const [first] = missing;
  if (turn.applies(COMPLETE) && first !== undefined) {
    const pointer = isObject(inputResponses) ? '/params/inputResponses' : '/params';
    turn.report(COMPLETE, { pointer, found: [missing.map(quoted).join(', ')], related: [round.s] });
    if (right && shaped) keep(state.partial, request.key, { s: turn.s, round: round.s, missing: first });
  }
}

function crossed(turn: Turn, round: Round | undefined): void {
  if (round)
    turn.report(CROSS, {
      pointer: '/params/requestState',
      found: [round.method, quoted(round.target)],
      related: [round.asked, round.s],
    });
}

/** Whether the state is the one that the server gave. */
function echoes(turn: Turn, state: unknown, round: Round): boolean {
  if (round.state === undefined) return state === undefined || invented(turn, state, round);
  // What is no text can't be sent back: that is the server's.
  if (typeof round.state !== 'string') return true;
  if (isRedacted(state) || isRedacted(round.state)) return turn.cannotJudge(ECHO, 'redacted');
  if (!turn.applies(ECHO) || state === round.state) return true;
  const pointer = state === undefined ? '/params' : '/params/requestState';
  turn.report(ECHO, { pointer, found: [quoted(round.state), quoted(state)], related: [round.s] });
  return false;
}

/** A state that the server did not give. Gives false. */
function invented(turn: Turn, state: unknown, round: Round | undefined): boolean {
  if (state === undefined || !turn.historyComplete(INVENTED)) return false;
  if (isRedacted(state)) return turn.cannotJudge(INVENTED, 'redacted');
  if (turn.applies(INVENTED))
    turn.report(INVENTED, { pointer: '/params/requestState', found: [quoted(state)], related: [round?.s] });
  return false;
}

/** Whether every answer fits what was asked under its key. */
function shapes(turn: Turn, responses: unknown, { keys, s }: Round): boolean {
  let right = true;
  for (const [key, value] of Object.entries(isObject(responses) ? responses : {})) {
    const method = keys.get(key);
    const definition = typeof method === 'string' && Object.hasOwn(RESULTS, method) ? RESULTS[method] : undefined;
    if (definition === undefined || !turn.applies(SHAPE)) continue;
    const [problem] = checkPart(turn.revision ?? '', definition, value);
    if (!problem) continue;
    right = false;
    if (hasRedacted(value)) {
      turn.cannotJudge(SHAPE, 'redacted');
      continue;
    }
    const pointer = `/params/inputResponses${pointerTo(key)}${problem.at}`;
    turn.report(SHAPE, { pointer, found: [quoted(key), String(method)], related: [s] });
  }
  return right;
}

/** Requests that are sent again with the input that was asked for (2026-07-28, basic/patterns/mrtr#client-requirements-basic-workflow). */
export const INPUT_RETRIES = judge<State>({
  interestedIn: { requests: ({ modern }) => modern, answers: ({ modern }) => modern },
  rules: [ID, ECHO, INVENTED, COMPLETE, SHAPE, CROSS, MISSING],
  init: () => ({ rounds: new Map(), partial: new Map(), retries: new Map() }),
  requests: { 'tools/call': asks, 'prompts/get': asks, 'resources/read': asks },
  answers: { 'tools/call': answeredRound, 'prompts/get': answeredRound, 'resources/read': answeredRound },
});
