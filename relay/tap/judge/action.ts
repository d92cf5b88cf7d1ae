/** What is done with a message: what a person decided, or a rule. */
import { isUtf8 } from 'node:buffer';
import { oneLine, type Decoded } from '#shared/jsonrpc';
import { answerOf, edited, type RuleAct, type Verdict } from '#shared/tap';
import type { Act, Arrived } from './arrived.ts';

/** A text is one line; without a text there is nothing that JSON-RPC could say. */
export type Action =
  | { readonly do: 'forward' | 'drop' | 'cut' | 'kill' }
  | { readonly do: 'edit'; readonly text: string }
  | { readonly do: 'answer'; readonly text: string | undefined }
  | { readonly do: 'fail'; readonly text: string | undefined; readonly status?: number }
  | { readonly do: 'delay'; readonly ms: number }
  | { readonly do: 'repeat'; readonly times: number };

const MAX_REPEATED_BYTES = 64 * 1024 * 1024;

export function actionOfVerdict(verdict: Verdict): Action {
  return 'text' in verdict ? { ...verdict, text: oneLine(verdict.text) } : verdict;
}

/** The action of a rule on this message; undefined when it changes nothing. */
export function actionOfRule(act: RuleAct, bytes: Buffer, text: string, decoded: Decoded): Action | undefined {
  switch (act.do) {
    case 'edit': {
      // Bytes that are not UTF-8 would not stay as they were.
      const changed = isUtf8(bytes) ? edited(text, act) : text;
      return changed === text ? undefined : { do: 'edit', text: changed };
    }
    case 'answer':
      return { do: 'answer', text: answerOf(act, decoded) };
    case 'fail':
      return { do: 'fail', text: answerOf(act, decoded), ...(act.status === undefined ? {} : { status: act.status }) };
    default:
      return act;
  }
}

/** Record the action with `act`, then do it, with the message of this number. */
export function apply(
  action: Exclude<Action, { readonly do: 'delay' }>,
  key: number,
  message: Arrived,
  act: (act: Act) => void,
): void {
  const { do: what } = action;
  switch (what) {
    case 'forward':
      act({ act: what });
      return message.pass(key);
    case 'edit':
      act({ act: what });
      return message.pass(key, action.text);
    case 'drop':
      act({ act: what });
      return message.drop();
    case 'answer':
      act({ act: what });
      return message.answer(action.text);
    case 'fail':
      act({ act: what, ...(action.status === undefined ? {} : { status: action.status }) });
      return message.answer(action.text, action.status);
    case 'repeat': {
      if (message.isOnce) {
        act({ act: 'spared', why: 'response' });
        return message.pass(key);
      }
      const times = Math.min(action.times, Math.max(1, Math.floor(MAX_REPEATED_BYTES / (message.bytes.length + 1))));
      act({ act: what, times });
      for (let n = 0; n < times; n++) message.pass(key);
      return;
    }
    case 'cut':
      act({ act: what });
      return message.closeStream();
    case 'kill':
      act({ act: what });
      return message.kill();
  }
}
