/** Lists, page by page: what is twice in one, and what is another in the next (server/tools#listing-tools and its like). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { listByMethod, SERVER_LISTS, type ListFacts } from '#shared/mcp';
import { RULES as PROMPTS } from '../rules/prompts.ts';
import { RULES as RESOURCES } from '../rules/resources.ts';
import { RULES as TOOLS } from '../rules/tools.ts';
import { RULES as CALL_RESULTS } from '../rules/call-results.ts';
import { RULES as TOOLS_EXTRA } from '../rules/tools-extra.ts';
import { emptyTables, judge, LIST_KEYS, quoted, RENEWED, sameValue } from '../judging.ts';
import type { Answer, ListName, Rule, Turn } from '../judging.ts';
import { objectsAt } from './content.ts';
import { ownResult } from './outcomes.ts';
import { MEMBERS } from './subscription-filter.ts';

const { 'tool-name-unique': TOOL_UNIQUE } = TOOLS;
const { 'tool-list-order': ORDER } = CALL_RESULTS;
const { 'list-changed-not-sent': UNANNOUNCED } = TOOLS_EXTRA;
const { 'prompt-name-unique': PROMPT_UNIQUE } = PROMPTS;
const { 'resource-uri-unique': RESOURCE_UNIQUE } = RESOURCES;

/** The rules that names, or URIs, in a list are unique. */
const ONCE: { readonly [list in ListName]?: Rule } = {
  tools: TOOL_UNIQUE,
  prompts: PROMPT_UNIQUE,
  resources: RESOURCE_UNIQUE,
};

interface Entry {
  readonly name: string;
  readonly item: JsonObject;
  readonly s: number;
}
interface Pages {
  readonly began: number;
  readonly entries: readonly Entry[];
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
