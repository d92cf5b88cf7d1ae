import type { IdKey } from '#shared/jsonrpc';
import type { MessageEvent } from '#shared/recording';
import { Sequence } from './sequence.ts';
import { copyTables } from './tables.ts';

export interface ListState {
  /** Of a list that is not complete, or was added to when it was, later pages are added to this very sequence. */
  readonly items: Sequence<unknown>;
  readonly pages: number;
  /** True when the last page was read, or an answer gave none. */
  readonly complete: boolean;
  /** A page came although the list was complete; more of them may come. */
  readonly grows?: true;
  readonly cursor?: string;
  /** Cursors already followed since the first page, to notice a server that repeats one. */
  readonly cursors: Map<string, true>;
  /** True when a cursor came back that was already followed; the listing stops there. */
  readonly repeats?: true;
  /** Message of the error that answered the list request. */
  readonly error?: string;
  /** Why the last answer, which was no error, gave no items: they are beyond the bound of what is read, or no list is in it. */
  readonly unread?: 'too-large' | 'no-list';
  /** Event of the last answer. */
  readonly s?: number;
  /** Event in which its first page was asked for. */
  readonly asked?: number;
  /** The answers that gave its pages, by the ids of their requests. */
  readonly answers: Map<IdKey, MessageEvent>;
  /**
   * Why the list can't be trusted. `twice`: one of its requests was answered again; `restless`: a change was announced
   * before anything else was asked, and the server has answered nothing else since.
   */
  readonly doubt?: 'twice' | 'restless';
  /** Operations that the session had when the last answer came. */
  readonly operations?: number;
  /** The items before the list was last read anew. */
  readonly before?: Sequence<unknown>;
  /** Event in which the server announced a change that no listing since includes. */
  readonly stale?: number;
}

export const emptyList = (): ListState => ({
  items: new Sequence(),
  pages: 0,
  complete: false,
  cursors: new Map(),
  answers: new Map(),
});

/** True for a list whose tables no step adds to: copies of it may share them. */
export const isFixed = ({ complete, grows }: ListState): boolean => complete && !grows;

/** A list with tables of its own, which may be added to. */
export function copyList(list: ListState): ListState {
  return copyTables(list);
}
