/** Ids of URL elicitations, and the error that lists them, in 2025-11-25 (client/elicitation#url-elicitation-required-error). */
import { isObject } from '#shared/jsonrpc';
import { ErrorCode } from '#shared/mcp';
import { RULES as ELICITATION } from '../rules/elicitation.ts';
import { emptyTables, judge, keep, quoted, RENEWED, type Turn } from '../judging.ts';
import { itemsAt, objectsAt } from './content.ts';

const { 'elicit-complete-id': COMPLETE, 'elicit-required-error-data': ERROR_DATA } = ELICITATION;

interface State {
  /** Ids that the server gave out, and where. */
  readonly ids: Map<string, number>;
}

export const ELICITATION_IDS = judge<State>({
  rules: [COMPLETE, ERROR_DATA],
  init: () => ({ ids: new Map() }),
  ...RENEWED,
  requests: {
    initialize: (_turn, _request, state) => emptyTables(state),
    'elicitation/create'({ s }, { params }, { ids }) {
      const id = isObject(params) ? params['elicitationId'] : undefined;
      if (typeof id === 'string') keep(ids, id, s);
    },
  },
  notifications: {
    'notifications/elicitation/complete'(turn, { params }, { ids }) {
      const id = isObject(params) ? params['elicitationId'] : undefined;
      if (turn.dir !== 's2c' || typeof id !== 'string' || !turn.applies(COMPLETE) || ids.has(id)) return;
      if (turn.historyComplete(COMPLETE))
        turn.report(COMPLETE, { pointer: '/params/elicitationId', found: [quoted(id)] });
    },
  },
  failure(turn, { error }, { ids }) {
    if (turn.dir !== 's2c' || !isObject(error) || error['code'] !== ErrorCode.UrlElicitationRequired) return;
    const data = isObject(error['data']) ? error['data'] : {};
    for (const { value } of objectsAt(data['elicitations'], ''))
      if (typeof value['elicitationId'] === 'string') keep(ids, value['elicitationId'], turn.s);
    if (turn.applies(ERROR_DATA)) errorData(turn, error['data']);
  },
});

function errorData(turn: Turn, data: unknown): void {
  const related = [turn.asked?.s];
  const list = isObject(data) ? data['elicitations'] : undefined;
  if (!Array.isArray(list)) {
    const pointer = data === undefined ? '/error' : '/error/data';
    return void turn.report(ERROR_DATA, { pointer, found: ['data.elicitations'], related });
  }
  for (const { value, at } of itemsAt(list, '/error/data/elicitations')) {
    const entry = isObject(value) ? value : {};
    const wrong =
      entry['mode'] !== 'url'
        ? 'mode'
        : ['url', 'elicitationId', 'message'].find((name) => typeof entry[name] !== 'string');
    if (wrong === undefined) continue;
    return void turn.report(ERROR_DATA, {
      pointer: Object.hasOwn(entry, wrong) ? `${at}/${wrong}` : at,
      found: [wrong],
      related,
    });
  }
  const { client, clientS } = turn.facts;
  const declared = client?.['elicitation'];
  if (!client || (isObject(declared) && isObject(declared['url']))) return;
  turn.report(ERROR_DATA, { pointer: '/error/code', found: ['elicitation.url'], related: [clientS, ...related] });
}
