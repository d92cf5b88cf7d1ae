/** Headers that repeat parts of the message, and servers that do not compare them (2026-07-28, basic/transports/streamable-http#standard-request-headers). */
import { isObject, type DecodedRequest, type JsonObject } from '#shared/jsonrpc';
import { headerParams, headerText, META, metaValue, type HeaderParam } from '#shared/mcp';
import { RULES as MODERN_HTTP } from '../rules/modern-http.ts';
import { isElsewhere, isProbe, isRedacted, judge, keep, openingPost, quoted } from '../judging.ts';
import type { Exchange, Rule, Turn } from '../judging.ts';
import { listedAs } from './listing.ts';

const {
  'http-version-header': VERSION,
  'http-version-header-match': MATCH,
  'http-method-header': METHOD,
  'http-name-header': NAME,
  'http-header-encoding': ENCODING,
  'http-param-header': PARAM,
  'http-param-header-absent': ABSENT,
  'http-header-mismatch-accepted': ACCEPTED,
} = MODERN_HTTP;

interface Mirrors {
  /** Exchanges whose headers differ from their message: the event, the header, whether only the version is in question. */
  readonly wrong: Map<string, { readonly s: number; readonly header: string; readonly version: boolean }>;
}

export const HTTP_MIRRORS = judge<Mirrors>({
  rules: [VERSION, MATCH, METHOD, NAME, ENCODING, PARAM, ABSENT, ACCEPTED],
  init: () => ({ wrong: new Map() }),
  message(turn, item, state) {
    if (turn.revision !== '2026-07-28') return;
    const { exchange, event } = turn;
    if (event.k === 'message' && event.dir === 's2c') return rejected(turn, exchange, state);
    const post = openingPost(turn);
    if (!post) return;
    const wrong = (rule: Rule, header: string, ...found: readonly unknown[]): void => {
      turn.report(rule, {
        at: post.s,
        found: found.map((each) => (each === header ? header : quoted(each))),
        related: [turn.s],
      });
      if (rule === ENCODING) return;
      const version = rule === VERSION || rule === MATCH;
      if (state.wrong.get(post.x)?.version !== false) keep(state.wrong, post.x, { s: post.s, header, version }, 200);
    };
    const sent = post.headers.get('mcp-protocol-version');
    if (turn.applies(VERSION) && sent === undefined) wrong(VERSION, 'MCP-Protocol-Version');
    const params = item.kind === 'request' || item.kind === 'notification' ? item.params : undefined;
    const meta = metaValue(params, META.protocolVersion);
    if (sent !== undefined && typeof meta === 'string' && turn.applies(MATCH) && sent !== meta)
      wrong(MATCH, 'MCP-Protocol-Version', sent, meta);
    if (item.kind !== 'request') return;
    const method = post.headers.get('mcp-method');
    if (turn.applies(METHOD) && method !== item.method) wrong(METHOD, 'Mcp-Method', method, item.method);
    named(turn, post, item, wrong);
  },
  http(turn, { phase, x }, state) {
    if (phase === 'end') return void state.wrong.delete(x);
    const wrong = phase === 'response' ? state.wrong.get(x) : undefined;
    const { exchange } = turn;
    if (!wrong || !exchange || isProbe(turn.facts, exchange) || isElsewhere(exchange.status)) return;
    // Who serves older clients too may take a request without the version for one of theirs.
    if (!turn.applies(ACCEPTED) || (wrong.version && !exchange.headers.has('mcp-protocol-version'))) return;
    if (exchange.status === 400) return;
    turn.report(ACCEPTED, { found: [exchange.status, wrong.header], related: [wrong.s] });
    state.wrong.delete(x);
  },
});

type Wrong = (rule: Rule, header: string, ...found: readonly unknown[]) => void;

/** The body of a refusal: with 400 goes -32020. */
function rejected(turn: Turn, exchange: Exchange | undefined, { wrong }: Mirrors): void {
  const found = exchange && wrong.size > 0 ? wrong.get(exchange.x) : undefined;
  const { item } = turn;
  if (!exchange || !found || exchange.status !== 400 || item?.kind !== 'response' || item.outcome !== 'error') return;
  const code = isObject(item.error) ? item.error['code'] : undefined;
  const missing = !isObject(exchange.asked?.params?.['_meta']);
  if (code === -32020 || (code === -32602 && missing) || (code === -32022 && found.version)) return;
  if (found.version && !exchange.headers.has('mcp-protocol-version')) return;
  turn.report(ACCEPTED, { found: [`400, ${String(code)}`, found.header], pointer: '/error/code', related: [found.s] });
}

const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

function named(turn: Turn, { headers }: Exchange, { method, params, large }: DecodedRequest, wrong: Wrong): void {
  const member = NAMED_BY.get(method);
  if (member !== undefined && large) turn.cannotJudge(NAME, 'too-large');
  const name = member !== undefined && isObject(params) ? params[member] : undefined;
  const sent = headers.get('mcp-name');
  if (typeof name === 'string' && !large) {
    if (isRedacted(sent) || isRedacted(name)) turn.cannotJudge(NAME, 'redacted');
    else if (turn.applies(NAME) && (sent === undefined || headerText(sent) !== name))
      wrong(NAME, 'Mcp-Name', sent, name);
  }
  encoded(turn, 'Mcp-Name', sent, typeof name === 'string' ? name : undefined, wrong);
  const own = new Set<string>();
  if (method === 'tools/call' && typeof name === 'string') {
    const tool = listedAs(turn.facts, 'tools', name)?.item;
    if (large) turn.cannotJudge(PARAM, 'too-large');
    else if (tool)
      for (const each of MARKS.of(tool)) {
        own.add(`mcp-param-${each.name.toLowerCase()}`);
        marked(turn, headers, isObject(params) ? params['arguments'] : undefined, each, wrong);
      }
  }
  for (const [header, value] of headers)
    if (header.startsWith('mcp-param-') && !own.has(header)) encoded(turn, header, value, undefined, wrong);
}

function encoded(turn: Turn, header: string, value: string | undefined, plain: string | undefined, wrong: Wrong): void {
  if (value === undefined) return;
  if (isRedacted(value)) return void turn.cannotJudge(ENCODING, 'redacted');
  if (turn.applies(ENCODING) && encodingFault(value, plain)) wrong(ENCODING, header, header, value);
}

/** An argument that the tool's schema marks. */
function marked(turn: Turn, headers: Exchange['headers'], args: unknown, param: HeaderParam, wrong: Wrong): void {
  const header = `Mcp-Param-${param.name}`;
  const sent = headers.get(header.toLowerCase());
  const value = param.path.reduce<unknown>(
    (at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    args,
  );
  if (value === undefined || value === null) {
    if (turn.applies(ABSENT) && sent !== undefined) wrong(ABSENT, header, header, sent);
    return;
  }
  if (typeof value === 'object') return;
  const text = String(value);
  encoded(turn, header, sent, text, wrong);
  if (isRedacted(sent) || isRedacted(text)) return void turn.cannotJudge(PARAM, 'redacted');
  if (!turn.applies(PARAM)) return;
  const plain = sent === undefined ? undefined : headerText(sent);
  const same =
    typeof value === 'number' ? plain !== undefined && plain !== '' && Number(plain) === value : plain === text;
  if (!same) wrong(PARAM, header, header, sent, value);
}

/** The marks of tool definitions, each read once. */
class Marks {
  readonly #known = new Map<JsonObject, readonly HeaderParam[]>();

  of(tool: JsonObject): readonly HeaderParam[] {
    const known = this.#known.get(tool);
    if (known) return known;
    const { params, faults } = headerParams(tool['inputSchema']);
    // A client has to leave out a tool whose marks are invalid.
    const marks = faults.length > 0 ? [] : params;
    keep(this.#known, tool, marks, 64);
    return marks;
  }
}
const MARKS = new Marks();

/** True when a value is not written as it has to be (#value-encoding); `plain` is what it should stand for, where that is known. */
function encodingFault(value: string, plain: string | undefined): boolean {
  if (/[^\x20-\x7e\t]/.test(value) || value.trim() !== value) return true;
  // What looks wrapped and is meant as it stands has to be wrapped.
  if (/^=\?base64\?.*\?=$/s.test(value)) return headerText(value) === undefined || value === plain;
  return value !== plain && /^=\?base64\?/i.test(value) && (/^=\?base64\?.*\?=$/is.test(value) || plain !== undefined);
}
