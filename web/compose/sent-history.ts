/** The messages sent by hand, most recent first. */
import { isObject } from '#shared/jsonrpc';
import { keepState, keptUnder } from '../base/kept-state.ts';

/** A message's text, or with `hex` the digits of its bytes. */
export interface Sent {
  readonly text: string;
  readonly hex?: true;
}

const SENT = 'sent ';
const MAX_KEPT_COUNT = 50;
/** Longer texts are not kept: the recording has them. */
const MAX_KEPT_CHARS = 64 * 1024;

const byTime = (): readonly (readonly [time: string, sent: Sent])[] =>
  keptUnder(SENT)
    .filter(
      (each): each is [string, Sent & Record<string, unknown>] =>
        isObject(each[1]) && typeof each[1]['text'] === 'string',
    )
    .sort(([a], [b]) => (a < b ? 1 : -1));

export const sentHistory = {
  get all(): readonly Sent[] {
    return byTime().map(([, sent]) => sent);
  },

  /** Put a text on top; the same text further down goes. */
  add(text: string, hex = false): void {
    if (text.length > MAX_KEPT_CHARS) return;
    const others = byTime();
    const gone = others.filter(
      ([, sent], at) => at >= MAX_KEPT_COUNT - 1 || (sent.text === text && (sent.hex ?? false) === hex),
    );
    const time = Math.max(Date.now(), Number(others[0]?.[0] ?? 0) + 1);
    keepState({
      ...Object.fromEntries(gone.map(([at]) => [SENT + at, undefined])),
      [SENT + String(time).padStart(15, '0')]: { text, ...(hex ? { hex } : {}) },
    });
  },
};
