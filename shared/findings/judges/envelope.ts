/** The members that every message has, whatever it is about (JSON-RPC 2.0; basic/index#messages). */
import { isObject, type Decoded, type DecodedNotification, type DecodedRequest } from '#shared/jsonrpc';
import { RULES as JSONRPC } from '../rules/jsonrpc.ts';
import { RULES as JSONRPC_RESPONSES } from '../rules/jsonrpc-responses.ts';
import { RULES as METHODS } from '../rules/methods.ts';
import { isForeign, judge, namesOf, quoted, wholeMessage, type Turn } from '../judging.ts';

const { 'rpc-version-field': VERSION_FIELD, 'rpc-message-shape': SHAPE, 'rpc-top-level-object': TOP_LEVEL } = JSONRPC;
const {
  'rpc-response-both': BOTH,
  'rpc-response-neither': NEITHER,
  'rpc-result-object': RESULT_OBJECT,
  'rpc-params-object': PARAMS_OBJECT,
} = JSONRPC_RESPONSES;
const { 'rpc-reserved-method-prefix': RESERVED } = METHODS;

export const ENVELOPE = judge({
  pureWhileAgreed: { message: () => true },
  rules: [VERSION_FIELD, BOTH, NEITHER, SHAPE, TOP_LEVEL, RESULT_OBJECT, PARAMS_OBJECT, RESERVED],
  message(turn, item) {
    if (item.kind === 'malformed') return notJson(turn);
    if (item.kind === 'batch' || isForeign(turn, item)) return;
    if (item.faults.includes('not-an-object')) return noObject(turn, item);
    versionField(turn, item);
    if (item.kind === 'invalid') return noMessage(turn, item);
    if (item.kind === 'response') {
      if (turn.applies(BOTH) && item.faults.includes('result-and-error'))
        turn.report(BOTH, { pointer: '/error', related: [turn.asked?.s] });
      if ('result' in item && turn.applies(RESULT_OBJECT) && !isObject(item.result))
        turn.report(RESULT_OBJECT, { pointer: '/result', found: [quoted(item.result)], related: [turn.asked?.s] });
      return;
    }
    if (turn.applies(SHAPE)) mixed(turn, item);
    positional(turn, item.params, item.faults.includes('bad-params'));
    if (turn.applies(RESERVED) && item.method.startsWith('rpc.'))
      turn.report(RESERVED, { pointer: '/method', found: [quoted(item.method)] });
  },
});

function versionField(turn: Turn, item: Decoded): void {
  if (!turn.applies(VERSION_FIELD)) return;
  const wrong = item.faults.includes('wrong-jsonrpc');
  if (!wrong && !item.faults.includes('missing-jsonrpc')) return;
  const found = [quoted(wrong ? wholeMessage(turn, item)?.['jsonrpc'] : undefined)];
  turn.report(VERSION_FIELD, { ...(wrong ? { pointer: '/jsonrpc' } : {}), found });
}

/** The body of a POST; lines and events of a stream are judged where they come. */
function notJson(turn: Turn): void {
  const { event, exchange, dir } = turn;
  if (event.k !== 'message' || dir !== 'c2s' || exchange?.method !== 'POST' || event.unterminated) return;
  if (turn.applies(TOP_LEVEL))
    turn.report(TOP_LEVEL, { pointer: '', found: [quoted(event.raw), ''], related: [exchange.s] });
}

function noObject(turn: Turn, item: Decoded): void {
  const value = item.kind === 'invalid' ? item.value : undefined;
  if (turn.index !== undefined) {
    if (turn.applies(SHAPE)) turn.report(SHAPE, { found: [quoted(value)] });
  } else if (!Array.isArray(value) && turn.applies(TOP_LEVEL)) turn.report(TOP_LEVEL, { found: [quoted(value)] });
}

function noMessage(turn: Turn, item: Decoded): void {
  const whole = wholeMessage(turn, item);
  const names = [namesOf(whole)];
  const without = item.faults.includes('not-a-message');
  if (turn.applies(SHAPE)) {
    if (without) turn.report(SHAPE, { found: names });
    else if (item.faults.includes('bad-method')) turn.report(SHAPE, { pointer: '/method', found: names });
  }
  if (without && whole && Object.hasOwn(whole, 'id') && turn.applies(NEITHER))
    turn.report(NEITHER, { pointer: '', found: [quoted(whole['id'])] });
  if (whole && Object.hasOwn(whole, 'method')) positional(turn, whole['params'], item.faults.includes('bad-params'));
}

/** A request or notification that is a response, too. */
function mixed(turn: Turn, item: DecodedRequest | DecodedNotification): void {
  if (item.method === '') return turn.report(SHAPE, { pointer: '/method', found: ['method'] });
  const whole = item.mixed ? wholeMessage(turn, item) : undefined;
  if (!whole) return;
  const pointer = Object.hasOwn(whole, 'result') ? '/result' : '/error';
  turn.report(SHAPE, { pointer, found: [namesOf(whole)] });
}

function positional(turn: Turn, params: unknown, bad: boolean): void {
  if (!bad && (params === undefined || !turn.applies(PARAMS_OBJECT))) return;
  if (bad ? turn.applies(PARAMS_OBJECT) : Array.isArray(params))
    turn.report(PARAMS_OBJECT, { pointer: '/params', found: [quoted(params)] });
}
