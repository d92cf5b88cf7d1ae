/** Answers to `ping` (basic/utilities/ping). */
import { isObject } from '#shared/jsonrpc';
import { RULES as PING } from '../rules/ping.ts';
import { judge, pointerTo, quoted } from '../judging.ts';

const { 'ping-empty-result': EMPTY } = PING;

export const PINGS = judge({
  rules: [EMPTY],
  answers: {
    ping(turn, { outcome, result, error, large, to }) {
      if (!turn.applies(EMPTY)) return;
      if (outcome === 'error')
        turn.report(EMPTY, { pointer: '/error', found: [large ? 'error' : quoted(error)], related: [to.s] });
      else if (isObject(result)) {
        const name = Object.keys(result).find((each) => each !== '_meta');
        if (name !== undefined)
          turn.report(EMPTY, { pointer: pointerTo('result', name), found: [quoted(result)], related: [to.s] });
      }
    },
  },
});
