/** Error responses: code, message, and the id of what they answer (basic/index#error-responses). */
import { isObject, type Decoded, type JsonObject } from '#shared/jsonrpc';
import { opposite } from '#shared/recording';
import { ErrorCode, META, metaValue } from '#shared/mcp';
import { RULES as JSONRPC_RESPONSES } from '../rules/jsonrpc-responses.ts';
import { askedKey, clientCapabilities, isForeign, judge, keep, objectAt, quoted, type Turn } from '../judging.ts';
import { RULES as ERRORS } from '../rules/errors.ts';

const {
  'rpc-error-code-integer': CODE,
  'rpc-error-message-string': MESSAGE,
  'rpc-error-id-missing': ID_MISSING,
  'rpc-error-id-null': ID_NULL,
  'rpc-parse-error-code': PARSE_CODE,
} = JSONRPC_RESPONSES;
const {
  'err-reserved-range': RESERVED,
  'err-legacy-range': LEGACY,
  'err-retired-codes': RETIRED,
  'err-defined-code-misused': MISUSED,
  'err-jsonrpc-reserved-range': JSONRPC_RESERVED,
  'err-32042-before-2025-11-25': EARLY_URL,
} = ERRORS;

/** Input without a readable id, which an error without an id may answer. */
interface Unread {
  readonly s: number;
  /** How many of them wait. */
  readonly count: number;
  /** It was no JSON at all. */
  readonly garbled: boolean;
}
interface State {
  /** By direction, over HTTP by exchange. */
  unread: Map<string, Unread>;
}

const MAX_EXAMINED_COUNT = 1000;

export const ERROR_SHAPE = judge<State>({
  rules: [CODE, MESSAGE, ID_MISSING, ID_NULL, PARSE_CODE],
  init: () => ({ unread: new Map() }),
  other(turn, item, state) {
    if (item.faults.includes('empty') || turn.dir === undefined || isForeign(turn, item)) return;
    const place = turn.dir === 'c2s' ? (inExchange(turn) ?? 'c2s') : 's2c';
    const { count = 0 } = state.unread.get(place) ?? {};
    keep(state.unread, place, { s: turn.s, count: count + 1, garbled: item.kind === 'malformed' });
  },
  failure(turn, item, state) {
    if (turn.dir === undefined || isForeign(turn, item)) return;
    if (!item.large) members(turn, item.error, item);
    const isNull = item.faults.includes('null-id');
    // A server that waits for the handshake refuses the version probe unread: that it does not know the id is no fault of the session.
    if (turn.applies(ID_NULL) && isNull && turn.note.faults.includes('null-id'))
      turn.report(ID_NULL, { pointer: '/id' });
    if (item.id !== undefined || item.faults.includes('bad-id')) return;
    const place = turn.dir === 's2c' ? (inExchange(turn) ?? 'c2s') : 's2c';
    const unread = state.unread.get(place);
    if (unread) answersUnread(turn, item.error, unread, state, place);
    else if (!isNull) withoutId(turn);
  },
  http(_turn, { phase, x }, state) {
    if (phase === 'end') state.unread.delete(x);
  },
});

const inExchange = ({ facts, x }: Turn): string | undefined => (facts.transport === 'streamable-http' ? x : undefined);

function members(turn: Turn, error: unknown, { faults }: Decoded): void {
  const related = [turn.asked?.s];
  if (!isObject(error)) {
    // Beside a result it is no error at all, and another rule says so.
    if (turn.applies(MESSAGE) && !(error === null && faults.includes('result-and-error')))
      turn.report(MESSAGE, { pointer: '/error', found: [quoted(error)], related });
    return;
  }
  const { code, message } = error;
  if (turn.applies(CODE) && !Number.isInteger(code))
    turn.report(CODE, { pointer: code === undefined ? '/error' : '/error/code', found: [quoted(code)], related });
  if (turn.applies(MESSAGE) && typeof message !== 'string')
    turn.report(MESSAGE, {
      pointer: message === undefined ? '/error' : '/error/message',
      found: [quoted(error)],
      related,
    });
}

function answersUnread(turn: Turn, error: unknown, unread: Unread, { unread: table }: State, place: string): void {
  if (unread.count > 1) table.set(place, { ...unread, count: unread.count - 1 });
  else table.delete(place);
  const waits = waitingFor(turn);
  const code = isObject(error) ? error['code'] : undefined;
  if (!unread.garbled || waits.length > 0 || !turn.applies(PARSE_CODE) || typeof code !== 'number') return;
  if (code !== -32700) turn.report(PARSE_CODE, { pointer: '/error/code', found: [code], related: [unread.s] });
}

/** Events of the requests that the sender of this message owes an answer: none, one, or the first two. */
function waitingFor({ facts, dir = 's2c', exchange }: Turn): readonly number[] {
  if (facts.transport === 'streamable-http' && dir === 's2c') return exchange?.asked ? [exchange.asked.s] : [];
  const found: number[] = [];
  let looked = 0;
  for (const { dir: asker, key, s } of facts.pending.values()) {
    if (++looked > MAX_EXAMINED_COUNT) break;
    if (asker === opposite(dir) && !facts.lost.has(askedKey(asker, key))) found.push(s);
    if (found.length === 2) break;
  }
  return found;
}

function withoutId(turn: Turn): void {
  const { status = 200 } = turn.exchange ?? {};
  if (status < 200 || status >= 300) return;
  const waits = waitingFor(turn);
  if (waits.length === 0 || !turn.applies(ID_MISSING)) return;
  if (turn.historyComplete(ID_MISSING))
    turn.report(ID_MISSING, { pointer: '', related: waits.length === 1 ? waits : [] });
}

/** Which error codes are for whom (2026-07-28, basic/index#error-codes). */
export const ERROR_CODES = judge({
  rules: [RESERVED, LEGACY, RETIRED, MISUSED, JSONRPC_RESERVED, EARLY_URL],
  failure(turn, { error }) {
    const code = isObject(error) ? error['code'] : undefined;
    if (typeof code !== 'number' || !Number.isInteger(code) || !isObject(error)) return;
    const found = { pointer: '/error/code', found: [code], related: [turn.asked?.s] };
    if (turn.dir === 's2c') {
      if (turn.applies(EARLY_URL) && code === ErrorCode.UrlElicitationRequired) turn.report(EARLY_URL, found);
      if (turn.applies(MISUSED)) misused(turn, code, error);
      if (isProbe(turn)) return;
      const retired = code === ErrorCode.ResourceNotFound || code === ErrorCode.UrlElicitationRequired;
      if (turn.applies(RETIRED) && retired && isServed(turn)) turn.report(RETIRED, found);
    }
    if (
      turn.applies(RESERVED) &&
      code >= -32099 &&
      code < ErrorCode.UnsupportedVersion &&
      code !== ErrorCode.UrlElicitationRequired
    )
      turn.report(RESERVED, found);
    const legacy = code >= -32019 && code <= -32000 && code !== ErrorCode.ResourceNotFound;
    if (turn.applies(LEGACY) && legacy && isServed(turn)) turn.report(LEGACY, found);
    const standard = code === ErrorCode.ParseError || (code <= ErrorCode.InvalidRequest && code >= -32603);
    if (turn.applies(JSONRPC_RESERVED) && code >= -32768 && code <= -32100 && !standard)
      turn.report(JSONRPC_RESERVED, found);
  },
});

/** A server of the handshake era that refuses a probe follows its own revision. */
function isProbe({ asked, late, facts }: Turn): boolean {
  return (asked ?? late?.asked)?.method === 'server/discover' && facts.server === undefined;
}

/** Nor is a request served that such a server refuses over HTTP, with codes that it always had. */
function isServed({ dir, facts, exchange }: Turn): boolean {
  return dir === 'c2s' || facts.server !== undefined || (exchange?.status ?? 200) < 300;
}

/** Codes that the revision defines, for something else than what it defines them for. */
function misused(turn: Turn, code: number, error: JsonObject): void {
  const { asked, facts } = turn;
  const broke = (pointer: string, ...found: readonly unknown[]): void =>
    turn.report(MISUSED, { pointer, found: [code, ...found], related: [asked?.s] });
  if (code === ErrorCode.HeaderMismatch && facts.transport === 'stdio') broke('/error/code', 'stdio');
  if (code === ErrorCode.MissingCapability && asked) {
    const required = objectAt(error, 'data', 'requiredCapabilities');
    const declared = clientCapabilities(facts, asked.params);
    if (required && declared && Object.keys(required).length > 0 && covers(declared, required, 4))
      broke('/error/data/requiredCapabilities', `requiredCapabilities: ${quoted(required)}`);
  }
  if (code === ErrorCode.UnsupportedVersion && asked) {
    const supported: unknown = objectAt(error, 'data')?.['supported'];
    const version = metaValue(asked.params, META.protocolVersion);
    if (Array.isArray(supported) && typeof version === 'string' && (supported as unknown[]).includes(version))
      broke('/error/data/supported', `supported: ${quoted(version)}`);
  }
}

/** Every member of the one is a member of the other, too, to that depth. */
function covers(declared: JsonObject, required: JsonObject, depth: number): boolean {
  return Object.entries(required).every(([name, value]) => {
    if (!Object.hasOwn(declared, name)) return false;
    const own = declared[name];
    return !isObject(value) || depth === 0 || !isObject(own) || covers(own, value, depth - 1);
  });
}
