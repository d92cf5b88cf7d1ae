/** Lists that come in pages (server/utilities/pagination). */
import { isObject, type DecodedRequest } from '#shared/jsonrpc';
import { ErrorCode, listByMethod, PER_REQUEST_ERRORS, SERVER_LISTS } from '#shared/mcp';
import { RULES as PAGINATION } from '../rules/pagination.ts';
import { isPerRequest, isRedacted, judge, keep, quoted, type Answer, type ListName, type Turn } from '../judging.ts';

const {
  'page-cursor-string': STRING,
  'page-cursor-invented': INVENTED,
  'page-cursor-cross-method': CROSS,
  'page-cursor-invalid-code': CODE,
  'page-cursor-loop': LOOP,
  'page-not-followed': FOLLOWED,
} = PAGINATION;

const METHODS = [...SERVER_LISTS.map(({ method }) => method), 'tasks/list'];
const MAX_CURSOR_COUNT = 2000;
/** A listing that is used this long after its page came is one that was not read on. */
const MIN_ABANDONED_US = 10_000_000;

interface Cursor {
  readonly s: number;
  /** The first request of the walk that led here. */
  readonly walk: number;
  /** The cursor of the page that gave it. */
  readonly from: string | undefined;
}
/** The page of a list that was read last, while its cursor is not followed. */
interface Open {
  readonly s: number;
  readonly t: number;
  readonly cursor: string;
}
interface State {
  /** By method and cursor. */
  readonly cursors: Map<string, Cursor>;
  /** Methods of which a page was read. */
  readonly read: Set<string>;
  readonly open: Map<ListName, Open>;
}

const at = (method: string, cursor: string): string => `${method} ${cursor}`;

/** Whether the server gave a cursor in this session; undefined where that is not known. */
function isGiven({ facts }: Turn, method: string, cursor: string, { cursors, read }: State): boolean | undefined {
  if (cursors.has(at(method, cursor))) return true;
  if (facts.partial || facts.gaps || isRedacted(cursor) || cursors.size >= MAX_CURSOR_COUNT) return undefined;
  // Over HTTP, a client may come back with a cursor of an earlier session.
  return read.has(method) || facts.transport === 'stdio' ? false : undefined;
}

const otherMethod = (method: string, cursor: string, { cursors }: State): string | undefined =>
  METHODS.find((each) => each !== method && cursors.has(at(each, cursor)));

function asks(turn: Turn, { method, params }: DecodedRequest, state: State): void {
  const cursor = isObject(params) ? params['cursor'] : undefined;
  const list = turn.dir === 'c2s' ? listByMethod(method)?.list : undefined;
  if (cursor === undefined) return list === undefined ? undefined : leaves(turn, list, state);
  if (turn.applies(STRING) && typeof cursor !== 'string')
    turn.report(STRING, { pointer: '/params/cursor', found: ['`cursor`', quoted(cursor)] });
  if (list !== undefined) state.open.delete(list);
  if (typeof cursor !== 'string' || turn.dir !== 'c2s') return;
  const given = isGiven(turn, method, cursor, state);
  const other = given === true ? undefined : otherMethod(method, cursor, state);
  if (turn.applies(CROSS) && other !== undefined)
    return turn.report(CROSS, {
      pointer: '/params/cursor',
      found: [quoted(cursor), other],
      related: [state.cursors.get(at(other, cursor))?.s],
    });
  if (given === undefined && isRedacted(cursor)) turn.cannotJudge(INVENTED, 'redacted');
  else if (given === undefined) turn.historyComplete(INVENTED);
  else if (turn.applies(INVENTED) && !given)
    turn.report(INVENTED, { pointer: '/params/cursor', found: [quoted(cursor)] });
}

function answers(turn: Turn, { to, outcome, result, error }: Answer, state: State): void {
  const { method } = to;
  const cursor = to.params?.['cursor'];
  const text = typeof cursor === 'string' ? cursor : undefined;
  if (text !== undefined && to.dir === 'c2s') refuses(turn, { method, cursor: text, s: to.s }, outcome, error, state);
  if (!isObject(result)) return;
  const next = result['nextCursor'];
  if (next !== undefined && turn.applies(STRING) && typeof next !== 'string')
    turn.report(STRING, { pointer: '/result/nextCursor', found: ['`nextCursor`', quoted(next)], related: [to.s] });
  if (to.dir !== 'c2s') return;
  state.read.add(method);
  const list = listByMethod(method)?.list;
  if (list !== undefined) {
    if (typeof next === 'string') state.open.set(list, { s: turn.s, t: turn.t, cursor: next });
    else state.open.delete(list);
  }
  if (typeof next !== 'string') return;
  const walk = (text === undefined ? undefined : state.cursors.get(at(method, text))?.walk) ?? to.s;
  const before = state.cursors.get(at(method, next));
  // The same page, read once more, gives the same cursor.
  const loops = next === text || (before?.walk === walk && before.from !== text);
  // Who stops to read such a list is right.
  if (loops && list !== undefined) state.open.delete(list);
  if (turn.applies(LOOP) && loops)
    turn.report(LOOP, { pointer: '/result/nextCursor', found: [quoted(next)], related: [before?.s, to.s] });
  keep(state.cursors, at(method, next), { s: turn.s, walk, from: text }, MAX_CURSOR_COUNT);
}

/** A cursor that the server did not give is refused, with a certain code. */
function refuses(
  turn: Turn,
  { method, cursor, s }: { readonly method: string; readonly cursor: string; readonly s: number },
  outcome: string,
  error: unknown,
  state: State,
): void {
  const given = isGiven(turn, method, cursor, state);
  if (given !== false || otherMethod(method, cursor, state) !== undefined || !turn.applies(CODE)) return;
  const code = isObject(error) ? error['code'] : undefined;
  const right = code === ErrorCode.InvalidParams || code === ErrorCode.MethodNotFound;
  const version = isPerRequest(turn.revision) && PER_REQUEST_ERRORS.includes(code);
  if (outcome === 'error' && (right || version)) return;
  const pointer = outcome === 'error' ? '/error/code' : '/result';
  turn.report(CODE, {
    pointer,
    found: [quoted(cursor), outcome === 'error' ? quoted(code) : '`result`'],
    related: [s],
  });
}

/** The list is read from its beginning, or used, although a page is left. */
function leaves(turn: Turn, list: ListName, state: State): void {
  const open = state.open.get(list);
  if (!open || turn.t - open.t < MIN_ABANDONED_US || turn.facts.walks.get(list)?.stale || !turn.applies(FOLLOWED))
    return;
  state.open.delete(list);
  turn.report(FOLLOWED, { found: [quoted(open.cursor)], related: [open.s] });
}

/** An item of a list is used. */
const uses =
  (list: ListName, member: string) =>
  (turn: Turn, { params }: DecodedRequest, state: State): void => {
    if (turn.dir !== 'c2s' || state.open.size === 0) return;
    const name = isObject(params) ? params[member] : undefined;
    if (typeof name === 'string' && turn.facts[list].has(name)) leaves(turn, list, state);
  };

export const PAGES = judge<State>({
  rules: [STRING, INVENTED, CROSS, CODE, LOOP, FOLLOWED],
  init: () => ({ cursors: new Map(), read: new Set(), open: new Map() }),
  requests: {
    ...Object.fromEntries(METHODS.map((method) => [method, asks])),
    'tools/call': uses('tools', 'name'),
    'prompts/get': uses('prompts', 'name'),
    'resources/read': uses('resources', 'uri'),
  },
  answers: Object.fromEntries(METHODS.map((method) => [method, answers])),
});
