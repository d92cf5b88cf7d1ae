/** What a client's model replied (client/sampling#tool-choice-modes, #error-handling). */
import { isObject } from '#shared/jsonrpc';
import { RULES as SAMPLING } from '../rules/sampling.ts';
import { quoted } from '../judging.ts';
import type { AskJudge } from './asks.ts';
import { blocksAt } from './content.ts';

const { 'sampling-tool-choice': CHOICE, 'sampling-stop-reason': STOP, 'sampling-rejected-code': REJECTED } = SAMPLING;

export const SAMPLING_REPLIES: AskJudge = {
  rules: [CHOICE, STOP, REJECTED],
  replies: {
    'sampling/createMessage'(turn, { ask, result, error, at }) {
      const related = [ask.s];
      if (isObject(error)) {
        const { code, message } = error;
        if (typeof code !== 'number' || code === -32601 || typeof message !== 'string') return;
        if (!/reject|declin|denied|denial|refus/i.test(message.slice(0, 1000)) || !turn.applies(REJECTED)) return;
        if (code !== -1) turn.report(REJECTED, { pointer: '/error/code', found: [code, quoted(message)], related });
        return;
      }
      if (!result) return;
      const { content, stopReason } = result;
      const use = blocksAt(content, `${at}/content`).find(
        ({ value }) => isObject(value) && value['type'] === 'tool_use',
      );
      const choice = ask.params['toolChoice'];
      const mode = isObject(choice) ? choice['mode'] : undefined;
      if (turn.applies(CHOICE) && ((mode === 'none' && use) || (mode === 'required' && !use)))
        turn.report(CHOICE, { pointer: use?.at ?? `${at}/content`, found: [mode], related });
      if (turn.applies(STOP) && stopReason !== undefined && (stopReason === 'toolUse') !== (use !== undefined))
        turn.report(STOP, { pointer: `${at}/stopReason`, found: [quoted(stopReason)], related });
    },
  },
};
