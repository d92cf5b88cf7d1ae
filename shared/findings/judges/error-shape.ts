/** Error responses: code, message, and the id of what they answer (basic/index#error-responses). */
import { isObject, type Decoded } from '#shared/jsonrpc';
import { opposite } from '#shared/recording';
import { RULES as JSONRPC_RESPONSES } from '../rules/jsonrpc-responses.ts';
import { RULES as JSONRPC_BATCHES } from '../rules/jsonrpc-batches.ts';
import { askedKey, isForeign, judge, keep, quoted, type Turn } from '../judging.ts';

const {
  'rpc-error-code-integer': CODE,
  'rpc-error-message-string': MESSAGE,
  'rpc-error-id-missing': ID_MISSING,
  'rpc-error-id-null': ID_NULL,
} = JSONRPC_RESPONSES;
const { 'rpc-parse-error-code': PARSE_CODE } = JSONRPC_BATCHES;

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
