/** Arguments that a tool wants repeated as HTTP headers (2026-07-28 server/tools#x-mcp-header). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { RULES as TOOL_HEADERS } from '../rules/tool-headers.ts';
import { RULES as TOOLS_EXTRA } from '../rules/tools-extra.ts';
import { judge, keep, quoted, type Turn } from '../judging.ts';
import { objectsAt } from './content.ts';
import { ownResult } from './outcomes.ts';
import { partsOf, type SchemaPart } from './schema-parts.ts';

const {
  'xmcp-empty': EMPTY,
  'xmcp-token': TOKEN,
  'xmcp-unique': UNIQUE,
  'xmcp-primitive': PRIMITIVE,
  'xmcp-reachable': REACHABLE,
  'xmcp-invalid-tool-used': USED,
} = TOOL_HEADERS;
const { 'xmcp-sensitive': SENSITIVE } = TOOLS_EXTRA;
const RULES = [EMPTY, TOKEN, UNIQUE, PRIMITIVE, REACHABLE, SENSITIVE];
const MARK = 'x-mcp-header';
const SECRET = /password|secret|token|api.?key|ssn|card/i;

interface State {
  /** Tools with invalid marks, by name: the event that listed them. */
  readonly invalid: Map<string, number>;
}

export const HEADER_MARKS = judge<State>({
  rules: [...RULES, USED],
  init: () => ({ invalid: new Map() }),
  answers: {
    'tools/list'(turn, answer, { invalid }) {
      if (!turn.applies(EMPTY)) return;
      const result = ownResult(turn, answer, RULES);
      // A list may be megabytes of schemas; most have no mark at all.
      const none = turn.raw?.includes(`"${MARK}"`) === false;
      for (const { value, at } of objectsAt(result?.['tools'], '/result/tools')) {
        const { name, inputSchema } = value;
        const sound = none || !isObject(inputSchema) || marks(turn, inputSchema, `${at}/inputSchema`);
        if (typeof name !== 'string') continue;
        if (sound) invalid.delete(name);
        else keep(invalid, name, turn.s);
      }
    },
  },
  requests: {
    'tools/call'(turn, { params }, { invalid }) {
      if (invalid.size === 0 || !isObject(params) || !turn.applies(USED)) return;
      const name = params['name'];
      const listed = typeof name === 'string' ? turn.facts.tools.get(name) : undefined;
      if (typeof name !== 'string' || !listed || invalid.get(name) !== listed.s) return;
      turn.report(USED, { pointer: '/params/name', found: [quoted(name)], related: [listed.s] });
    },
  },
});

/** Judges the marks of one tool; true where they are valid. */
function marks(turn: Turn, schema: JsonObject, pointer: string): boolean {
  let sound = true;
  const seen = new Set<string>();
  for (const part of partsOf(schema)) {
    if (!Object.hasOwn(part.value, MARK)) continue;
    if (!mark(turn, part, `${pointer}${part.at}`, seen)) sound = false;
  }
  return sound;
}

function mark(turn: Turn, { value, at, path }: SchemaPart, place: string, seen: Set<string>): boolean {
  const { [MARK]: name, type } = value;
  const pointer = `${place}/${MARK}`;
  let sound = true;
  const says = (rule: typeof EMPTY, found: readonly unknown[], where = pointer): void => {
    turn.report(rule, { pointer: where, found });
    sound = false;
  };
  turn.applies(EMPTY);
  if (typeof name !== 'string' || name === '') says(EMPTY, [quoted(name)]);
  else {
    if (turn.applies(TOKEN) && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) says(TOKEN, [quoted(name)]);
    if (turn.applies(UNIQUE) && seen.has(name.toLowerCase())) says(UNIQUE, [quoted(name)]);
    seen.add(name.toLowerCase());
    const property = path?.at(-1) ?? at.slice(at.lastIndexOf('/') + 1);
    if (turn.applies(SENSITIVE) && (SECRET.test(name) || SECRET.test(property)))
      turn.report(SENSITIVE, { pointer, found: [quoted(name), quoted(property)] });
  }
  if (turn.applies(PRIMITIVE) && type !== 'integer' && type !== 'string' && type !== 'boolean')
    says(PRIMITIVE, [quoted(type)], type === undefined ? place : `${place}/type`);
  if (turn.applies(REACHABLE) && (path === undefined || path.length === 0)) says(REACHABLE, [at || '/']);
  return sound;
}
