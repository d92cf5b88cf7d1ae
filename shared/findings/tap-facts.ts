/** How a tap changes what is known of a session: whoever waits for what it held, dropped or changed does not wait for the other side. */
import { decodeText, isObject } from '#shared/jsonrpc';
import { textOf, type MessageEvent, type TapBody, type WireEvent } from '#shared/recording';
import type { Asked, AskedKey, SessionFacts } from './session-facts.ts';

export function stepTapFacts(facts: SessionFacts, { act, at, ms = 0, t, status }: TapBody & WireEvent): void {
  const waits = act === 'hold' || act === 'delay';
  const ends = act === 'drop' || (act === 'fail' && status !== undefined);
  if (at === undefined || (!waits && !ends)) return;
  const found = pendingIn(facts, at);
  if (!found) return neverCame(facts, at);
  const [key, asked] = found;
  // Its time begins when it is forwarded, or the limit has passed.
  if (waits) return void facts.pending.set(key, { ...asked, t: Math.max(asked.t, t + ms * 1000) });
  facts.pending.delete(key);
  facts.ended.set(key, { asked, s: at, t, how: 'cancelled' });
}

/** A request went on: its time begins now, and what the other side answers is about the text that it got. */
export function requestForwarded(facts: SessionFacts, event: MessageEvent, of: number): void {
  const found = pendingIn(facts, of);
  if (!found) return;
  const [key, asked] = found;
  const text = event.by === 'tap' && !event.large ? decodeText(textOf(event)) : undefined;
  if (text?.kind !== 'request') return void facts.pending.set(key, { ...asked, t: event.t });
  const { params: _, ...rest } = asked;
  const changed = { ...rest, t: event.t, method: text.method };
  facts.pending.set(key, isObject(text.params) ? { ...changed, params: text.params } : changed);
}

const pendingIn = ({ pending }: SessionFacts, s: number): readonly [AskedKey, Asked] | undefined => {
  for (const entry of pending) if (entry[1].s === s) return entry;
  return undefined;
};

/** The response of event `at` comes late, or never: whoever asked may give up as if there were none. */
function neverCame({ ended }: SessionFacts, at: number): void {
  for (const table of [ended.newer, ended.older])
    for (const [key, each] of table) if (each.s === at) return ended.set(key, { ...each, how: 'cancelled' });
}
