/** The brake on what the program repeats by itself: waits in place of repetitions, and the event that says so. */
import { listByMethod } from '#shared/mcp';
import { paceWait, type SessionState } from '#shared/session';
import type { Awaited, Command } from './command.ts';

/** Shorter waits are not worth an event. */
const MIN_RECORDED_WAIT_MS = 250;

/** Wait `ms` milliseconds; where that is longer than `ordinary` an event says so, once until the brake was off. */
export function slowly(
  state: Readonly<SessionState>,
  reason: string,
  ms: number,
  awaited: Awaited,
  ordinary = 0,
): Command[] {
  const wait: Command = { do: 'wait', ms: Math.ceil(ms), for: awaited };
  if (ms < MIN_RECORDED_WAIT_MS || ms <= ordinary || state.slowed.has(reason)) return [wait];
  return [{ do: 'record', body: { k: 'connection', event: 'slowed', reason, detail: String(Math.ceil(ms)) } }, wait];
}

/** The steps of `commands` at `t` microseconds, with a wait in place of each list that was read too often of late. */
export function braked(state: Readonly<SessionState>, t: number, commands: readonly Command[]): readonly Command[] {
  let isRecorded = false;
  return commands.flatMap((command) => {
    // The pages that follow belong to a listing that has begun.
    if (command.do !== 'request' || command.params !== undefined) return [command];
    const facts = listByMethod(command.method);
    const ms = facts ? paceWait(state, 'list-changed', facts.list, t) : 0;
    if (!facts || ms <= 0) return [command];
    const steps = slowly(state, 'list-changed', ms, { what: 'list', list: facts.list });
    const own = steps.filter((step) => !isRecorded || step.do !== 'record');
    isRecorded ||= steps.length > 1;
    return own;
  });
}
