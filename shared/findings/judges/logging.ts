/** Log messages, and levels as they are asked for (server/utilities/logging). */
import { isObject } from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import { RULES as LOGGING } from '../rules/logging.ts';
import { judge, namesOf, pointerTo, quoted } from '../judging.ts';
import { severityOf } from './log-limits.ts';
import { secretIn } from './log-secrets.ts';
import { errorCode, toldOutcome } from './outcomes.ts';

const {
  'logging-setlevel-value': SET_VALUE,
  'logging-setlevel-invalid-code': SET_CODE,
  'logging-message-level': LEVEL,
  'logging-message-data': DATA,
  'logging-level-meta-invalid': META_LEVEL,
  'logging-secret': SECRET,
} = LOGGING;

/** Errors about something else: the method, headers, capabilities, the version, JSON. */
const OF_OTHERS: ReadonlySet<number> = new Set([-32601, -32020, -32021, -32022, -32700]);

export const LOG_MESSAGES = judge({
  interestedIn: { response: ({ modern }) => modern },
  rules: [SET_VALUE, SET_CODE, LEVEL, DATA, META_LEVEL, SECRET],
  requests: {
    'logging/setLevel'(turn, { params }) {
      const level = isObject(params) ? params['level'] : undefined;
      if (turn.applies(SET_VALUE) && severityOf(level) === undefined)
        turn.report(SET_VALUE, { pointer: level === undefined ? '/params' : '/params/level', found: [quoted(level)] });
    },
  },
  answers: {
    'logging/setLevel'(turn, answer) {
      const level = answer.to.params?.['level'];
      if (answer.to.large || severityOf(level) !== undefined || !turn.applies(SET_CODE)) return;
      if (errorCode(answer) === -32602) return;
      const pointer = answer.outcome === 'error' ? '/error/code' : '/result';
      turn.report(SET_CODE, { pointer, found: [quoted(level), toldOutcome(answer)], related: [answer.to.s] });
    },
  },
  /** The level that any request of the per-request era asks for (2026-07-28, #per-request-log-level). */
  response(turn, response) {
    const { asked } = turn;
    if (!asked) return;
    const level = metaValue(asked.params, META.logLevel);
    if (level === undefined || !turn.applies(META_LEVEL) || severityOf(level) !== undefined) return;
    const answer = { ...response, to: asked };
    const code = errorCode(answer);
    if (code === -32602 || (code !== undefined && OF_OTHERS.has(code))) return;
    turn.report(META_LEVEL, {
      pointer: code === undefined ? '/result' : '/error/code',
      found: [quoted(level), toldOutcome(answer)],
      related: [asked.s],
    });
  },
  notifications: {
    'notifications/message'(turn, { params, large }) {
      if (!isObject(params)) {
        if (large) for (const rule of [LEVEL, DATA, SECRET]) turn.cannotJudge(rule, 'too-large');
        else if (turn.applies(DATA)) {
          const absent = params === undefined;
          turn.report(DATA, { pointer: absent ? '' : '/params', found: [absent ? namesOf(params) : quoted(params)] });
        }
        return;
      }
      const { level, data } = params;
      if (turn.applies(LEVEL) && severityOf(level) === undefined)
        turn.report(LEVEL, { pointer: level === undefined ? '/params' : '/params/level', found: [quoted(level)] });
      if (turn.applies(DATA) && data === undefined) turn.report(DATA, { pointer: '/params', found: [namesOf(params)] });
      const secret = turn.applies(SECRET) ? secretIn(data) : undefined;
      if (secret) turn.report(SECRET, { pointer: pointerTo('params', 'data') + secret.at, found: [secret.kind] });
    },
  },
});
