/** Lists, page by page: what is twice in one, and what is another in the next (server/tools#listing-tools and its like). */
import { isObject, type DecodedRequest, type JsonObject } from '#shared/jsonrpc';
import { ErrorCode, listByMethod, PER_REQUEST_ERRORS, SERVER_LISTS, type ListFacts } from '#shared/mcp';
import { RULES as PROMPTS } from '../rules/prompts.ts';
import { RULES as RESOURCES } from '../rules/resources.ts';
import { RULES as TOOLS } from '../rules/tools.ts';
import { RULES as TOOLS_EXTRA } from '../rules/tools-extra.ts';
import {
  emptyTables,
  isPerRequest,
  isRedacted,
  judge,
  keep,
  LIST_KEYS,
  quoted,
  RENEWED,
  sameValue,
} from '../judging.ts';
import type { Answer, ListName, Rule, Turn } from '../judging.ts';
import { RULES as PAGINATION } from '../rules/pagination.ts';
import { objectsAt } from './content.ts';
import { ownResult } from './outcomes.ts';
import { MEMBERS } from './subscriptions.ts';

const { 'tool-name-unique': TOOL_UNIQUE, 'tool-list-order': ORDER } = TOOLS;
const { 'list-changed-not-sent': UNANNOUNCED } = TOOLS_EXTRA;
const { 'prompt-name-unique': PROMPT_UNIQUE } = PROMPTS;
const { 'resource-uri-unique': RESOURCE_UNIQUE } = RESOURCES;
const {
  'page-cursor-string': STRING,
  'page-cursor-invented': INVENTED,
  'page-cursor-cross-method': CROSS,
  'page-cursor-invalid-code': CODE,
  'page-cursor-loop': LOOP,
  'page-not-followed': FOLLOWED,
} = PAGINATION;

/** The rules that names, or URIs, in a list are unique. */
const ONCE: { readonly [list in ListName]?: Rule } = {
  tools: TOOL_UNIQUE,
  prompts: PROMPT_UNIQUE,
  resources: RESOURCE_UNIQUE,
};

interface Pages {
  readonly began: number;
  readonly entries: readonly { readonly name: string; readonly item: JsonObject; readonly s: number }[];
  /** Event of the last page, and the cursor of the next one. */
  readonly s: number;
  readonly cursor: string | undefined;
}
interface State {
  readonly reading: Map<ListName, Pages>;
  /** Lists as they were last read to the end, and not announced as changed since. */
  readonly whole: Map<ListName, Pages>;
}
const MAX_ENTRY_COUNT = 5000;

export const LIST_WALKS = judge<State>({
  rules: [TOOL_UNIQUE, PROMPT_UNIQUE, RESOURCE_UNIQUE, ORDER, UNANNOUNCED],
  init: () => ({ reading: new Map(), whole: new Map() }),
  ...RENEWED,
  requests: { initialize: (_turn, _request, state) => emptyTables(state) },
  notifications: Object.fromEntries(
    SERVER_LISTS.map(({ changed }) => [
      changed,
      (_turn: Turn, _item: unknown, { reading, whole }: State): void => {
        for (const each of SERVER_LISTS.filter((facts) => facts.changed === changed)) {
          reading.delete(each.list);
          whole.delete(each.list);
        }
      },
    ]),
  ),
  answers: Object.fromEntries(SERVER_LISTS.map(({ method }) => [method, page])),
});

function page(turn: Turn, answer: Answer, state: State): void {
  const facts = listByMethod(answer.to.method);
  const once = facts && ONCE[facts.list];
  const result = ownResult(turn, answer, once ? [once] : []);
  if (!facts) return;
  const pages = result && nextPage(turn, answer, facts, result, state.reading.get(facts.list));
  if (!pages || pages.entries.length > MAX_ENTRY_COUNT) {
    state.reading.delete(facts.list);
    state.whole.delete(facts.list);
    return;
  }
  if (once) repeated(turn, facts, once, pages);
  if (pages.cursor !== undefined) return void state.reading.set(facts.list, pages);
  state.reading.delete(facts.list);
  const before = state.whole.get(facts.list);
  state.whole.set(facts.list, pages);
  if (before) compare(turn, facts, before, pages);
}

/** The pages read so far with this one; undefined where it does not go on from the last. */
function nextPage(
  turn: Turn,
  { to }: Answer,
  { list, member }: ListFacts,
  result: JsonObject,
  before: Pages | undefined,
): Pages | undefined {
  const asked = to.params?.['cursor'];
  if (asked !== undefined && (before === undefined || asked !== before.cursor)) return undefined;
  const name = LIST_KEYS[list];
  const own = objectsAt(result[member], '').flatMap(({ value }) =>
    typeof value[name] === 'string' ? [{ name: value[name], item: value, s: turn.s }] : [],
  );
  const cursor = result['nextCursor'];
  return {
    began: asked === undefined ? to.s : (before?.began ?? to.s),
    entries: asked === undefined ? own : [...(before?.entries ?? []), ...own],
    s: turn.s,
    cursor: typeof cursor === 'string' ? cursor : undefined,
  };
}

function repeated(turn: Turn, { list, member }: ListFacts, rule: Rule, { entries }: Pages): void {
  if (!turn.applies(rule)) return;
  const name = LIST_KEYS[list];
  const item = turn.item;
  const result = item?.kind === 'response' && isObject(item.result) ? item.result : {};
  const seen = new Map<string, number>();
  for (const entry of entries) if (entry.s !== turn.s) seen.set(entry.name, entry.s);
  for (const { value, at } of objectsAt(result[member], `/result/${member}`)) {
    const own = value[name];
    if (typeof own !== 'string') continue;
    const first = seen.get(own);
    if (first === undefined) seen.set(own, turn.s);
    else turn.report(rule, { pointer: `${at}/${name}`, found: [quoted(own)], related: [first] });
  }
}

function compare(turn: Turn, facts: ListFacts, before: Pages, now: Pages): void {
  const pointer = `/result/${facts.member}`;
  const related = [before.s];
  const names = ({ entries }: Pages): readonly string[] => entries.map(({ name }) => name);
  const first = names(now).findIndex((name, index) => name !== names(before)[index]);
  const sameSet = sameValue([...names(before)].sort(), [...names(now)].sort());
  if (facts.list === 'tools' && turn.applies(ORDER) && sameSet && first >= 0)
    turn.report(ORDER, {
      pointer,
      found: [first + 1, quoted(names(before)[first]), quoted(names(now)[first])],
      related,
    });
  if (!isAnnounced(turn, facts, before) || !turn.applies(UNANNOUNCED)) return;
  if (turn.facts.gaps) return void turn.cannotJudge(UNANNOUNCED, 'events-missing');
  if (!sameSet || !sameItems(before, now)) turn.report(UNANNOUNCED, { pointer, found: [facts.changed], related });
}

/** True for the same definitions, in any order; what is about one answer (`_meta`) aside. */
function sameItems(before: Pages, now: Pages): boolean {
  const known = new Map(before.entries.map(({ name, item }) => [name, item]));
  return now.entries.every(({ name, item: { _meta: _, ...item } }) => {
    const { _meta: __, ...other } = known.get(name) ?? {};
    return sameValue(item, other);
  });
}

/** True when the server has promised to announce changes, and there was a way for the announcement to come since the first list. */
function isAnnounced({ facts }: Turn, { changed, capability }: ListFacts, { s }: Pages): boolean {
  const declared = facts.server?.[capability];
  if (!isObject(declared) || declared['listChanged'] !== true) return false;
  if (facts.handshake !== 'none') {
    if (facts.transport !== 'streamable-http') return true;
    return [...facts.exchanges.values()].some((each) => each.method === 'GET' && each.stream && each.s < s);
  }
  return [...facts.pending.values()].some(({ method, params, s: asked }) => {
    const filter = method === 'subscriptions/listen' && asked < s ? params?.['notifications'] : undefined;
    return isObject(filter) && filter[MEMBERS[changed] ?? ''] === true;
  });
}

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
interface PageState {
  /** By method and cursor. */
  readonly cursors: Map<string, Cursor>;
  /** Methods of which a page was read. */
  readonly read: Map<string, true>;
  readonly open: Map<ListName, Open>;
}

const at = (method: string, cursor: string): string => `${method} ${cursor}`;

/** Whether the server gave a cursor in this session; undefined where that is not known. */
function isGiven({ facts }: Turn, method: string, cursor: string, { cursors, read }: PageState): boolean | undefined {
  if (cursors.has(at(method, cursor))) return true;
  if (facts.partial || facts.gaps || isRedacted(cursor) || cursors.size >= MAX_CURSOR_COUNT) return undefined;
  // Over HTTP, a client may come back with a cursor of an earlier session.
  return read.has(method) || facts.transport === 'stdio' ? false : undefined;
}

const otherMethod = (method: string, cursor: string, { cursors }: PageState): string | undefined =>
  METHODS.find((each) => each !== method && cursors.has(at(each, cursor)));

function asks(turn: Turn, { method, params }: DecodedRequest, state: PageState): void {
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

function answers(turn: Turn, { to, outcome, result, error }: Answer, state: PageState): void {
  const { method } = to;
  const cursor = to.params?.['cursor'];
  const text = typeof cursor === 'string' ? cursor : undefined;
  if (text !== undefined && to.dir === 'c2s') refuses(turn, { method, cursor: text, s: to.s }, outcome, error, state);
  if (!isObject(result)) return;
  const next = result['nextCursor'];
  if (next !== undefined && turn.applies(STRING) && typeof next !== 'string')
    turn.report(STRING, { pointer: '/result/nextCursor', found: ['`nextCursor`', quoted(next)], related: [to.s] });
  if (to.dir !== 'c2s') return;
  state.read.set(method, true);
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
  state: PageState,
): void {
  const given = isGiven(turn, method, cursor, state);
  if (given !== false || otherMethod(method, cursor, state) !== undefined || !turn.applies(CODE)) return;
  const code = isObject(error) ? error['code'] : undefined;
  const right = code === ErrorCode.InvalidParams || code === ErrorCode.MethodNotFound;
  const version = isPerRequest(turn.revision) && PER_REQUEST_ERRORS.includes(code);
  if (outcome === 'error' && (right || version)) return;
  turn.report(CODE, {
    pointer: outcome === 'error' ? '/error/code' : '/result',
    found: [quoted(cursor), outcome === 'error' ? quoted(code) : '`result`'],
    related: [s],
  });
}

/** The list is read from its beginning, or used, although a page is left. */
function leaves(turn: Turn, list: ListName, state: PageState): void {
  const open = state.open.get(list);
  if (!open || turn.t - open.t < MIN_ABANDONED_US || turn.facts.walks.get(list)?.stale || !turn.applies(FOLLOWED))
    return;
  state.open.delete(list);
  turn.report(FOLLOWED, { found: [quoted(open.cursor)], related: [open.s] });
}

/** An item of a list is used. */
const uses =
  (list: ListName, member: string) =>
  (turn: Turn, { params }: DecodedRequest, state: PageState): void => {
    if (turn.dir !== 'c2s' || state.open.size === 0) return;
    const name = isObject(params) ? params[member] : undefined;
    if (typeof name === 'string' && turn.facts[list].has(name)) leaves(turn, list, state);
  };

/** Lists that come in pages (server/utilities/pagination). */
export const PAGES = judge<PageState>({
  rules: [STRING, INVENTED, CROSS, CODE, LOOP, FOLLOWED],
  init: () => ({ cursors: new Map(), read: new Map(), open: new Map() }),
  requests: {
    ...Object.fromEntries(METHODS.map((method) => [method, asks])),
    'tools/call': uses('tools', 'name'),
    'prompts/get': uses('prompts', 'name'),
    'resources/read': uses('resources', 'uri'),
  },
  answers: Object.fromEntries(METHODS.map((method) => [method, answers])),
});
