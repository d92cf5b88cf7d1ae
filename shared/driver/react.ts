/** A client's automatic reactions to an event: a pure function of folded state, event and policy; the session host performs them. */
import { MessagesByKey } from '#shared/jsonrpc';
import { eraOf, LATEST_HANDSHAKE_REVISION, listByMethod, SERVER_LISTS, type ServerList } from '#shared/mcp';
import type { ConnectionBody, WireEvent } from '#shared/recording';
import {
  listsToRead,
  paceWait,
  UNREACHED_REASONS,
  type Closing,
  type SessionState,
  type StepNote,
} from '#shared/session';
import { answerInput, answerRequest } from './answers.ts';
import { braked, slowly } from './brake.ts';
import { cancelSteps } from './cancel.ts';
import type { Command } from './command.ts';
import { afterInitialize, blockedVerdict, eraSteps, initialize, openingSteps, verdict } from './era.ts';
import { afterInitialized, listenSteps, nextListing, readLists, refreshSteps } from './listing.ts';
import { mismatchSteps } from './mismatch.ts';
import type { Policy } from './policy.ts';
import type { ClientInfo } from './request.ts';
import { afterDrop, afterSessionLost, followTask } from './streams.ts';

/** The automatic steps that follow `event`, given the state after it. Never throws. */
export function react(...given: Parameters<typeof steps>): readonly Command[] {
  const [state, { t }] = given;
  const commands = steps(...given);
  return commands.length === 0 ? commands : braked(state, t, commands);
}

function steps(
  state: Readonly<SessionState>,
  event: WireEvent,
  note: StepNote,
  policy: Policy,
  client: ClientInfo,
): readonly Command[] {
  if (event.k === 'connection') return afterTurn(state, event, note, policy, client);
  if (state.connection !== 'open') return [];
  if (note.streamEnded) return [{ do: 'end', reason: 'stream-ended', detail: '' }];
  // Requests that overtake the notification on another HTTP connection are refused by some servers.
  const commands: Command[] = note.initialized ? afterInitialized(state, policy) : [];
  for (const closing of note.closed) commands.push(...afterClosing(state, event, closing, policy));
  if (note.mismatched || note.closed.some(({ pending }) => pending.method === 'tools/list'))
    commands.push(...mismatchSteps(state, policy, commands));
  if (note.dropped) commands.push(...afterDrop(state, note.dropped, policy));
  if (note.unauthorized) commands.push({ do: 'authorize', x: note.unauthorized.x });
  if (note.awaits) commands.push(...answerInput(state, note.awaits, policy));
  if (note.tasks)
    for (const taskId of new Set(note.tasks)) commands.push(...followTask(state, taskId, policy, event.t));
  if (event.k === 'http' && event.phase === 'end') {
    if (state.httpSessionLost) commands.push(...afterSessionLost(state, policy, event.t));
    if (state.awaitsEndpoint === event.x && policy.handshake && !isOpening(state))
      commands.push({ do: 'end', reason: 'initialize-refused', detail: '' });
  }
  if (event.k === 'sse' && event.event === 'endpoint' && state.awaitsEndpoint === event.x && policy.handshake)
    commands.push({ do: 'end', reason: 'endpoint-refused', detail: event.data ?? '' });
  // HTTP+SSE: the server said where to post; the handshake that was refused before goes there.
  if (
    event.k === 'sse' &&
    event.event === 'endpoint' &&
    state.endpoint?.x === event.x &&
    policy.handshake &&
    !state.initialized
  )
    commands.push(...httpSse(state));
  if (event.k !== 'message' || event.dir !== 's2c') return commands;
  const { decoded } = note;
  if (decoded?.kind === 'notification' && policy.refresh && state.initialized)
    commands.push(...refreshSteps(state, decoded.method));
  // There a client sends no responses: what a server needs to know it asks for in results (2026-07-28, basic/transports/stdio).
  if (state.era?.era === 'per-request' || note.opened.length === 0) return commands;
  const messages = new MessagesByKey();
  for (const pending of note.opened) {
    const params = messages.request(decoded, pending.key)?.params;
    commands.push(...answerRequest(pending.key, pending.method, params, policy));
  }
  return commands;
}

/** Before a subscription that broke off is opened again. */
const REOPEN_WAIT_MS = 1000;

function afterClosing(state: Readonly<SessionState>, event: WireEvent, closing: Closing, policy: Policy): Command[] {
  const { pending, outcome } = closing;
  if (pending.dir !== 'c2s') return [];
  // A browser may have kept the question back: CORS need not allow its headers. `initialize` has none.
  const isProbe = pending.method === 'server/discover' && pending.by === 'auto' && state.era === undefined;
  if (isProbe && event.k === 'http' && event.opaque) return blockedVerdict(policy);
  // When nothing was reached at all, the transport says so itself, with more to tell.
  if (outcome === 'no-answer' && state.problem?.s === event.s + 1) return [];
  const automatic = pending.by === 'auto';
  if (isProbe) return verdict(closing, policy, state);
  if (pending.method === 'initialize') return afterInitialize(state, closing, policy);
  if (outcome === 'timeout')
    return cancelSteps(pending, `Timed out${event.k === 'timeout' ? ` after ${event.ms / 1000} s` : ''}`);
  // A refusal would be repeated; a stream that broke off is opened again.
  const broke = outcome === 'no-answer' && (closing.status ?? 0) < 400;
  if (pending.method === 'subscriptions/listen' && broke && automatic && policy.resume)
    return slowly(
      state,
      'subscription',
      Math.max(REOPEN_WAIT_MS, paceWait(state, 'subscription', '', event.t)),
      { what: 'subscription' },
      REOPEN_WAIT_MS,
    );
  const list = listByMethod(pending.method ?? '');
  // A page that was refused, lost or cancelled would be again.
  return list && automatic && outcome === 'result' ? nextListing(state, list.list, policy) : [];
}

/** Problems of one exchange after which a session that has not begun cannot begin. */
const LEADS_NOWHERE: readonly string[] = [
  ...UNREACHED_REASONS,
  'http-blocked',
  'redirected-elsewhere',
  'redirected-to-http',
  'redirected-too-often',
  'redirect-hidden',
];

function afterTurn(
  state: Readonly<SessionState>,
  event: ConnectionBody & WireEvent,
  note: StepNote,
  policy: Policy,
  client: ClientInfo,
): Command[] {
  switch (event.event) {
    case 'open':
      return openingSteps(policy, client);
    case 'resumed':
      return resumedSteps(state, event.t, policy, client);
    case 'era': {
      if (state.era?.era === 'per-request') return afterInitialized(state, policy);
      return eraSteps(state, event.detail ?? '', policy, client);
    }
    case 'restarted': {
      if (!policy.handshake) return [];
      const probe = note.closed.find(({ pending }) => pending.method === 'server/discover');
      if (state.era === undefined && probe) return verdict(probe, policy, state);
      if (state.offered === undefined) return [];
      return [...abandonStreams(state), initialize(state.offered, policy, client)];
    }
    case 'authorization':
      return event.reason === 'failed' && !state.initialized && state.connection === 'open'
        ? [{ do: 'end', reason: 'http-unauthorized', detail: event.detail ?? '' }]
        : [];
    case 'problem': {
      const leadsNowhere =
        LEADS_NOWHERE.includes(event.reason ?? '') && state.revision === undefined && !isOpening(state);
      return leadsNowhere && policy.handshake && state.connection === 'open'
        ? [{ do: 'close', reason: event.reason ?? '' }]
        : [];
    }
    default:
      return [];
  }
}

/** True while an automatic step that opens the session waits for its answer. */
function isOpening(state: Readonly<SessionState>): boolean {
  for (const { method, by } of state.pending.values())
    if (by === 'auto' && (method === 'initialize' || method === 'server/discover')) return true;
  return false;
}

/** The host is another one: continue what the earlier one did, as its timers are gone. */
function resumedSteps(state: Readonly<SessionState>, t: number, policy: Policy, client: ClientInfo): Command[] {
  if (!state.initialized)
    return state.era ? eraSteps(state, handshakeOffer(state), policy, client) : openingSteps(policy, client);
  return [
    ...listenSteps(state, policy),
    ...(policy.discover ? readLists(state, listsToRead(state)) : []),
    ...(policy.refresh ? readLists(state, changedLists(state)) : []),
    ...[...state.dropped.values()]
      .filter(({ standalone }) => !standalone)
      .flatMap((each) => afterDrop(state, each, policy)),
    ...[...state.tasks.keys()].flatMap((taskId) => followTask(state, taskId, policy, t)),
  ];
}

/** Lists that were read to the end and have changed since: the wait before they are read anew is gone with the earlier host. */
function changedLists({ lists }: Readonly<SessionState>): ServerList[] {
  return SERVER_LISTS.map(({ list }) => list).filter((list) => lists[list].complete && lists[list].stale !== undefined);
}

/** A session began anew: what listens to the one before would bring nothing more. */
function abandonStreams(state: Readonly<SessionState>): Command[] {
  return [...state.exchanges].flatMap(([x, { method, session }]): Command[] =>
    method === 'GET' && session !== undefined ? [{ do: 'abort', x }] : [],
  );
}

/** The handshake revision that was offered before. */
function handshakeOffer({ offered }: Readonly<SessionState>, otherwise: string = LATEST_HANDSHAKE_REVISION): string {
  return offered !== undefined && eraOf(offered) === 'handshake' ? offered : otherwise;
}

/** The server is one of HTTP+SSE; what was offered before, and refused with the transport, is offered again. */
function httpSse(state: Readonly<SessionState>): Command[] {
  const detail = handshakeOffer(state, '2024-11-05');
  return [{ do: 'record', body: { k: 'connection', event: 'era', reason: 'http-sse', detail } }];
}
