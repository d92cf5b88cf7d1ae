/** How a tap changes the scene: whoever waits for what it held, dropped or changed does not wait for the other side. */
import { decodeText, isObject } from '#shared/jsonrpc';
import { textOf, type MessageEvent, type TapBody, type WireEvent } from '#shared/recording';
import type { Asked, AskedKey, Scene } from './scene.ts';

/** The tap did something with a message. */
export function takeAct(scene: Scene, { act, at, ms = 0, t, status }: TapBody & WireEvent): void {
  const waits = act === 'hold' || act === 'delay';
  const ends = act === 'drop' || (act === 'fail' && status !== undefined);
  if (at === undefined || (!waits && !ends)) return;
  const found = pendingIn(scene, at);
  if (!found) return neverCame(scene, at);
  const [key, asked] = found;
  // Its time begins when it goes on, or the limit has passed.
  if (waits) return void scene.pending.set(key, { ...asked, t: Math.max(asked.t, t + ms * 1000) });
  scene.pending.delete(key);
  scene.ended.set(key, { asked, s: at, t, how: 'cancelled' });
}

/** A request went on: its time begins now, and what the other side answers is about the text that it got. */
export function wentOn(scene: Scene, event: MessageEvent, of: number): void {
  const found = pendingIn(scene, of);
  if (!found) return;
  const [key, asked] = found;
  const text = event.by === 'tap' && !event.large ? decodeText(textOf(event)) : undefined;
  if (text?.kind !== 'request') return void scene.pending.set(key, { ...asked, t: event.t });
  const { params: _, ...rest } = asked;
  const changed = { ...rest, t: event.t, method: text.method };
  scene.pending.set(key, isObject(text.params) ? { ...changed, params: text.params } : changed);
}

const pendingIn = ({ pending }: Scene, s: number): readonly [AskedKey, Asked] | undefined => {
  for (const entry of pending) if (entry[1].s === s) return entry;
  return undefined;
};

/** The response of event `at` comes late, or never: whoever asked may give up as if there were none. */
function neverCame({ ended }: Scene, at: number): void {
  for (const table of [ended.newer, ended.older])
    for (const [key, each] of table) if (each.s === at) return ended.set(key, { ...each, how: 'cancelled' });
}
