/** The fold that gathers what the client of a session does. */
import type { Decoded } from '#shared/jsonrpc';
import type { ConnectionBody, MessageEvent, ProcessBody, WireEvent } from '#shared/recording';
import type { Fold } from '#shared/session';
import { stepHttp } from './exchanges.ts';
import { saw } from './gather.ts';
import { stepClient, stepServer } from './messages.ts';
import { stepRequests } from './requests.ts';
import { copyProfile, firstState, type ProfileState } from './state.ts';

/** The fold; `sessionProfile` makes facts of its state. */
export const PROFILE: Fold<ProfileState> = {
  init: firstState,
  copy: copyProfile,
  step(state, event, decoded, note) {
    const own = isOwn(event);
    if (event.k === 'message') {
      if (decoded) stepMessage(state, event, decoded, own);
    } else if (event.k === 'http' && event.step === undefined) stepHttp(state, event);
    else if (event.k === 'process') stepProcess(state, event);
    else if (event.k === 'connection') stepConnection(state, event);
    else if (event.k === 'sse' && event.event === 'endpoint') state.sse = true;
    if (event.k === 'message' || event.k === 'http') state.trafficT = event.t;
    if (event.k !== 'note') state.t = event.t;
    stepRequests(state, event, decoded, { note, own });
  },
};

/** True for a message of the client. What a tap sent by itself is not, and neither is what it sent in the place of another. */
function isOwn(event: WireEvent): boolean {
  if (event.k !== 'message' || event.dir !== 'c2s') return false;
  return event.leg !== 'server' && event.by !== 'tap' && event.of === undefined;
}

function stepMessage(state: ProfileState, event: MessageEvent, decoded: Decoded, own: boolean): void {
  for (const message of decoded.kind === 'batch' ? decoded.items : [decoded])
    if (own) stepClient(state, event, message);
    // A client does not see what a tap kept back; what the tap sent it by itself, it does.
    else if (event.dir === 's2c' && event.leg !== 'server') stepServer(state, event, message);
}

function stepProcess(state: ProfileState, { event, by, pid, signal, s, t }: ProcessBody & WireEvent): void {
  if (event === 'spawn') state.exited = false;
  if (event === 'exit') {
    state.exited = true;
    endingOver(state);
  }
  // A signal with a process of its own is to one that the server left behind.
  if (state.exited || by === 'server' || (event !== 'stdin-end' && (event !== 'signal' || pid !== undefined))) return;
  const first = state.ended;
  state.ended ??= { s, t };
  if (event === 'signal' && first && state.ending.length === 1) saw(state.seen, 'killsAfter', { s, took: t - first.t });
  if (state.ending.length < MAX_STEP_COUNT) state.ending.push(event === 'signal' ? (signal ?? event) : 'stdin');
}

const MAX_STEP_COUNT = 4;

export function endingOver(state: ProfileState): void {
  const { ending, ended, seen } = state;
  if (ended && ending.length > 0) saw(seen, 'ends', { value: ending.join(' '), s: ended.s });
  ending.length = 0;
}

function stepConnection(state: ProfileState, { event }: ConnectionBody): void {
  if (event === 'closed') state.closed = true;
  if (event !== 'restarted') return;
  state.session = undefined;
  state.agreed = undefined;
  state.ended = undefined;
}
