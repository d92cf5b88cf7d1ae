/**
 * What a client does by itself after an event: a pure function of the folded state, the event and the policy. Events in,
 * commands out; the session host performs them. It decides nothing about what a person sends.
 */
import { defaultClientCapabilities, isHandshakeRevision, SERVER_LISTS, type ServerList } from '#shared/mcp';
import type { ConnectionBody, WireEvent } from '#shared/recording';
import { hasCapability, listsToRead, type SessionState, type StepNote } from '#shared/session';
import type { Policy } from './policy.ts';

export type Command =
  /** Send this exact text. */
  | { readonly do: 'send'; readonly text: string }
  /** Open the standalone stream. */
  | { readonly do: 'listen' }
  /** End the connection, with a problem that says why. */
  | { readonly do: 'end'; readonly reason: string; readonly detail: string }
  /** End the connection; why is already in the log. */
  | { readonly do: 'close'; readonly reason: string };

/** Name and version sent as `clientInfo`. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** The automatic steps that follow `event`, given the state after it. Never throws. */
export function react(
  state: Readonly<SessionState>,
  event: WireEvent,
  note: StepNote,
  policy: Policy,
  client: ClientInfo,
): readonly Command[] {
  if (event.k === 'connection') return afterTurn(state, event, policy, client);
  if (state.connection !== 'open') return [];
  // Requests that overtake the notification on another HTTP connection are refused by some servers.
  const commands: Command[] = note.initialized ? afterInitialized(state, policy) : [];
  for (const { pending, outcome } of note.closed) {
    // When nothing was reached at all, the transport says so itself, with more to tell.
    const unreached = outcome === 'no-answer' && state.problem?.s === event.s + 1;
    if (pending.method === 'initialize' && pending.dir === 'c2s' && !unreached)
      commands.push(...afterInitialize(state, pending.by === 'auto', outcome, policy));
    const list = pending.dir === 'c2s' && SERVER_LISTS.find(({ method }) => method === pending.method);
    if (list && pending.by === 'auto') commands.push(...nextListing(state, commands, list.list, policy));
  }
  if (event.k !== 'message') return commands;
  const { decoded } = note;
  if (event.dir === 's2c' && decoded?.kind === 'notification' && policy.refresh) {
    for (const { method, changed, capability } of SERVER_LISTS) {
      if (changed === decoded.method && hasCapability(state.server, capability) && !isListing(state, method))
        commands.push(send(request(state, commands, method)));
    }
  }
  if (event.dir === 's2c')
    for (const pending of note.opened) commands.push(...answer(pending.key, pending.method, policy));
  return commands;
}

/** The connection opened, came back after a reload of the page that hosts it, or turned out to lead nowhere. */
function afterTurn(
  state: Readonly<SessionState>,
  event: ConnectionBody,
  policy: Policy,
  client: ClientInfo,
): Command[] {
  if (event.event === 'open') return policy.handshake ? [send(initialize(state, policy, client))] : [];
  if (event.event === 'resumed') {
    if (!state.initialized) return policy.handshake ? [send(initialize(state, policy, client))] : [];
    const left = listsToRead(state);
    const methods = policy.discover ? SERVER_LISTS.filter(({ list }) => left.includes(list)) : [];
    return methods.reduce<Command[]>((sent, { method }) => [...sent, send(request(state, sent, method))], []);
  }
  const leadsNowhere = event.event === 'problem' && event.reason === 'http-unreachable' && state.revision === undefined;
  return leadsNowhere && policy.handshake && state.connection === 'open' ? [{ do: 'close', reason: event.reason }] : [];
}

const send = (message: object): Command => ({ do: 'send', text: JSON.stringify(message) });

function initialize(state: Readonly<SessionState>, policy: Policy, client: ClientInfo): object {
  const capabilities = policy.capabilities ?? defaultClientCapabilities(policy.revision);
  return {
    jsonrpc: '2.0',
    id: state.nextId,
    method: 'initialize',
    params: { protocolVersion: policy.revision, capabilities, clientInfo: client },
  };
}

/** A request with the next free id, counting those that go out in the same turn. */
function request(state: Readonly<SessionState>, sameTurn: readonly Command[], method: string, params?: object): object {
  const id = state.nextId + sameTurn.filter((command) => command.do === 'send').length;
  return { jsonrpc: '2.0', id, method, ...(params ? { params } : {}) };
}

/** lifecycle#version-negotiation: go on when the server's revision is one we speak, otherwise disconnect. */
function afterInitialize(
  state: Readonly<SessionState>,
  automatic: boolean,
  outcome: string,
  policy: Policy,
): Command[] {
  if (!automatic && outcome !== 'result') return [];
  if (outcome === 'error') return [{ do: 'end', reason: 'initialize-refused', detail: '' }];
  if (outcome === 'no-answer') return [{ do: 'end', reason: 'initialize-unanswered', detail: '' }];
  if (outcome !== 'result') return [];
  const agreed = state.revision;
  if (agreed === undefined) return automatic ? [{ do: 'end', reason: 'initialize-invalid', detail: '' }] : [];
  if (agreed !== state.offered && !isHandshakeRevision(agreed))
    return automatic ? [{ do: 'end', reason: 'unsupported-revision', detail: agreed }] : [];
  return policy.handshake && automatic ? [send({ jsonrpc: '2.0', method: 'notifications/initialized' })] : [];
}

function afterInitialized(state: Readonly<SessionState>, policy: Policy): Command[] {
  const commands: Command[] = policy.listen ? [{ do: 'listen' }] : [];
  if (!policy.discover) return commands;
  for (const { method, capability } of SERVER_LISTS) {
    if (hasCapability(state.server, capability)) commands.push(send(request(state, commands, method)));
  }
  return commands;
}

/** Pages of one list that are followed without being asked to; a server may give new cursors for ever. */
export const MOST_PAGES = 1000;

/** After a page: the next one, or the list anew when it changed while its pages came in. */
function nextListing(
  state: Readonly<SessionState>,
  sameTurn: readonly Command[],
  list: ServerList,
  policy: Policy,
): Command[] {
  const { cursor, complete, pages, stale } = state.lists[list];
  const method = SERVER_LISTS.find((facts) => facts.list === list)?.method;
  if (method === undefined || isListing(state, method)) return [];
  if (pages >= MOST_PAGES) return [];
  if (cursor !== undefined)
    return policy.discover || policy.refresh ? [send(request(state, sameTurn, method, { cursor }))] : [];
  return complete && stale !== undefined && policy.refresh ? [send(request(state, sameTurn, method))] : [];
}

function isListing(state: Readonly<SessionState>, method: string): boolean {
  for (const pending of state.pending.values()) if (pending.method === method && pending.dir === 'c2s') return true;
  return false;
}

/** The text of an answer to the server's request `key`, from the JSON text of its result or error. The id keeps its digits. */
export function answerText(key: string, outcome: 'result' | 'error', json: string): string {
  const id = key.startsWith('s:') ? JSON.stringify(key.slice(2)) : key.slice(2);
  return `{"jsonrpc":"2.0","id":${id},"${outcome}":${json}}`;
}

function answer(key: string | undefined, method: string | undefined, policy: Policy): Command[] {
  if (key === undefined) return [];
  const result = (json: string): Command[] => [{ do: 'send', text: answerText(key, 'result', json) }];
  switch (method) {
    case 'ping':
      return policy.ping ? result('{}') : [];
    case 'roots/list':
      return policy.answerRoots ? result(JSON.stringify({ roots: policy.roots })) : [];
    case 'sampling/createMessage':
      return policy.sampling.mode === 'auto' ? result(policy.sampling.answer) : [];
    case 'elicitation/create':
      return policy.elicitation.mode === 'auto' ? result(policy.elicitation.answer) : [];
    default:
      return [];
  }
}
