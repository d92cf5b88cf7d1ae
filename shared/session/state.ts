/**
 * What is known about a session after some of its events: small enough to copy at a checkpoint, complete enough to decide
 * the next automatic step from. The long tables (operations, notes) are in `trace.ts`.
 */
import type { IdKey } from '#shared/jsonrpc';
import { SERVER_LISTS, type ServerList } from '#shared/mcp';
import type { Author, Direction } from '#shared/recording';

/** Where in the lifecycle a session is (basic/lifecycle; discovery is the listing that follows initialization). */
export type Phase = 'connection' | 'initialization' | 'discovery' | 'operation' | 'shutdown';
export const PHASES: readonly Phase[] = ['connection', 'initialization', 'discovery', 'operation', 'shutdown'];

/** A phase began at event `s`, `t` microseconds after the start. */
export interface PhaseStart {
  readonly phase: Phase;
  readonly s: number;
  readonly t: number;
}

/** A request, or malformed client text, that still waits for its answer. */
export interface Pending {
  /** Index into the trace's operations. */
  readonly op: number;
  readonly s: number;
  readonly t: number;
  readonly dir: Direction;
  readonly kind: 'request' | 'malformed';
  readonly key?: IdKey;
  readonly method?: string;
  readonly params?: unknown;
  /** Its progress token, in the form of an id. */
  readonly token?: IdKey;
  readonly x?: string;
  readonly by?: Author;
}

/** Key of `SessionState.pending`: direction of the request and its id, or the number of the operation when it has none (any more). */
export type PendingKey = `${Direction}:${string}`;

export interface ListState {
  readonly items: readonly unknown[];
  readonly pages: number;
  /** True when the last page was read, or the server refused the list. */
  readonly complete: boolean;
  readonly cursor?: string;
  /** Cursors already followed since the first page, to notice a server that repeats one. */
  readonly cursors: readonly string[];
  /** True when a cursor came back that was already followed; the listing stops there. */
  readonly repeats?: true;
  /** Message of the error that answered the list request. */
  readonly error?: string;
  /** Event of the last answer. */
  readonly s?: number;
  /** Event in which the server announced a change that no listing since has taken up. */
  readonly stale?: number;
}

export interface Party {
  readonly info?: { readonly name?: unknown; readonly version?: unknown; readonly title?: unknown };
  readonly capabilities?: { readonly [name: string]: unknown };
}

/** Why a connection ended or could not be made: a code that the page has words for, and the evidence. */
export interface ConnectionProblem {
  readonly s: number;
  readonly reason: string;
  readonly detail?: string;
}

export interface SessionState {
  events: number;
  phase: Phase;
  phases: readonly PhaseStart[];
  connection: 'none' | 'opening' | 'open' | 'closing' | 'closed';
  problem?: ConnectionProblem;
  /** Reason of the `closed` event. */
  closedBy?: string;
  /** Revision offered in the latest `initialize`, and agreed in its answer. */
  offered?: string;
  revision?: string;
  /** True from the client's `notifications/initialized` on. */
  initialized: boolean;
  /** HTTP exchange that carries `notifications/initialized`, until the server has answered it. */
  initializedIn?: string;
  client: Party;
  server: Party & { readonly instructions?: string };
  /** `Mcp-Session-Id` given by the server, and whether it was since forgotten (404). */
  httpSession?: string;
  httpSessionLost?: true;
  /** Smallest integer id above every one a client request has used. */
  nextId: number;
  pending: Map<PendingKey, Pending>;
  /** Status of the open HTTP exchanges. */
  exchanges: Map<string, number>;
  lists: { readonly [list in ServerList]: ListState };
  process: {
    readonly pid?: number;
    readonly exit?: { readonly code?: number | null; readonly signal?: string | null };
  };
  operations: number;
  lastT: number;
}

const emptyList: ListState = { items: [], pages: 0, complete: false, cursors: [] };

/** The state before the first event. */
export function initialState(): SessionState {
  return {
    events: 0,
    phase: 'connection',
    phases: [],
    connection: 'none',
    initialized: false,
    client: {},
    server: {},
    nextId: 1,
    pending: new Map(),
    exchanges: new Map(),
    lists: { tools: emptyList, resources: emptyList, resourceTemplates: emptyList, prompts: emptyList },
    process: {},
    operations: 0,
    lastT: 0,
  };
}

/** A copy that later steps on the original do not change. */
export function copyState(state: SessionState): SessionState {
  return { ...state, pending: new Map(state.pending), exchanges: new Map(state.exchanges) };
}

/** True when the server declared the capability at a dotted path (`tools`, `resources.subscribe`). */
export function hasCapability(party: Party, path: string): boolean {
  let at: unknown = party.capabilities;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null) return false;
    at = (at as { readonly [name: string]: unknown })[name];
  }
  return at !== undefined && at !== null && at !== false;
}

/** Lists the server offers by its capabilities that are not read to the end. */
export function listsToRead(state: SessionState): ServerList[] {
  return SERVER_LISTS.filter(
    ({ list, capability }) => hasCapability(state.server, capability) && !state.lists[list].complete,
  ).map(({ list }) => list);
}
