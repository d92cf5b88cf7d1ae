/** Batches: only 2025-03-26 has them (basic/index#batching). */
import { isObject, type Decoded, type DecodedBatch } from '#shared/jsonrpc';
import { RULES as JSONRPC_RESPONSES } from '../rules/jsonrpc-responses.ts';
import { RULES as METHODS } from '../rules/methods.ts';
import { judge, keep, quoted } from '../judging.ts';

const {
  'rpc-batch-unsupported': UNSUPPORTED,
  'rpc-batch-initialize': INITIALIZE,
  'rpc-batch-empty': EMPTY,
  'rpc-batch-mixed': MIXED,
  'rpc-batch-rejected': REJECTED,
} = JSONRPC_RESPONSES;
const { 'rpc-batch-2024': EARLY } = METHODS;

/** Statuses that refuse the client, the session or the moment, and not the batch. */
const OTHERWISE: ReadonlySet<number> = new Set([401, 402, 403, 404, 407, 408, 410, 413, 421, 429]);

export const BATCHES = judge({
  rules: [UNSUPPORTED, INITIALIZE, EMPTY, MIXED, REJECTED, EARLY],
  init: () => ({
    /** Events of sound batches of the client that nothing has answered yet, by exchange; without one under `''`. */
    open: new Map<string, number>(),
    /** How many messages the last batch had. */
    length: 0,
  }),
  batch(turn, item, state) {
    const { length } = item.items;
    state.length = length;
    // What it opens with says which version it is judged by: see below.
    if (!item.items.some(isInitialize)) {
      for (const rule of [UNSUPPORTED, EARLY])
        if (turn.applies(rule)) turn.report(rule, { pointer: '', found: [length] });
    }
    if (item.large) return;
    if (turn.applies(EMPTY) && length === 0) turn.report(EMPTY, { pointer: '' });
    if (turn.dir !== 'c2s') return;
    if (turn.x !== undefined && turn.applies(MIXED) && isMixed(item)) turn.report(MIXED, { pointer: '' });
    const sound = item.items.every((each) => isMessage(each) && !isInitialize(each));
    const asks = item.items.some(({ kind }) => kind === 'request');
    if (sound && asks && turn.applies(REJECTED)) keep(state.open, turn.x ?? '', turn.s, 100);
  },
  requests: {
    initialize(turn, _request, { length }) {
      if (turn.index === undefined) return;
      for (const rule of [UNSUPPORTED, EARLY, INITIALIZE])
        if (turn.applies(rule, 'client'))
          turn.report(rule, { pointer: '/method', found: [rule === INITIALIZE ? turn.index + 1 : length] });
    },
  },
  response(turn, item, { open }) {
    if (open.size === 0 || turn.dir !== 's2c') return;
    const place = open.has(turn.x ?? '') ? (turn.x ?? '') : '';
    const batch = open.get(place);
    if (batch === undefined) return;
    if (turn.asked?.s === batch) return void open.delete(place);
    const code = isObject(item.error) ? item.error['code'] : undefined;
    if (item.id !== undefined || turn.index !== undefined || (code !== -32600 && code !== -32700)) return;
    open.delete(place);
    turn.report(REJECTED, { pointer: '/error/code', found: [quoted(code)], related: [batch] });
  },
  http(turn, { x, phase, status = 0 }, { open }) {
    const batch = open.get(x);
    if (batch === undefined) return;
    if (phase === 'end') {
      open.delete(x);
      // Accepted: the answer comes on another stream.
      if (turn.exchange?.status === 200 || turn.exchange?.status === 202) keep(open, '', batch, 100);
    }
    if (phase !== 'response' || status < 400 || status > 499) return;
    open.delete(x);
    if (!OTHERWISE.has(status)) turn.report(REJECTED, { found: [`HTTP ${String(status)}`], related: [batch] });
  },
});

const isInitialize = (item: Decoded): boolean => item.kind === 'request' && item.method === 'initialize';

const isMessage = ({ kind, faults }: Decoded): boolean =>
  faults.length === 0 && (kind === 'request' || kind === 'notification' || kind === 'response');

function isMixed({ items }: DecodedBatch): boolean {
  const answers = items.filter(({ kind }) => kind === 'response').length;
  return answers > 0 && items.some(({ kind }) => kind === 'request' || kind === 'notification');
}
