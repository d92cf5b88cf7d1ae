/** How many pages a list has is the server's to choose: a run reads on where the live list has more than the recorded one, and asks for none beyond its end. */
import { MAX_PAGE_COUNT } from '#shared/driver';
import { listByMethod, SERVER_LISTS, type ServerList } from '#shared/mcp';
import type { SessionState } from '#shared/session';
import type { OwnRequests } from './own-requests.ts';
import type { RerunPort, SendStep } from './types.ts';

type List = SessionState['lists'][ServerList];

/** True for a list that was read, all pages of it. */
const isRead = ({ pages, complete, error, unread, repeats }: List): boolean =>
  pages > 0 && complete && error === undefined && unread === undefined && repeats === undefined;

/** The lists that a session has read to their ends. */
export const listsRead = ({ lists }: Pick<SessionState, 'lists'>): ServerList[] =>
  SERVER_LISTS.flatMap(({ list }) => (isRead(lists[list]) ? [list] : []));

export class ListPages {
  readonly #log: RerunPort['log'];
  readonly #own: OwnRequests;
  readonly #recorded: readonly ServerList[];

  /** `recorded` are the lists that the recording has read to their ends. */
  constructor({ log }: RerunPort, own: OwnRequests, recorded: readonly ServerList[]) {
    this.#log = log;
    this.#own = own;
    this.#recorded = recorded;
  }

  /** True for a step that asks for a page of a list whose last page was read: the recorded cursor leads nowhere. */
  isBeyond({ text, method, handles }: SendStep): boolean {
    const facts = method === undefined ? undefined : listByMethod(method);
    if (!facts || text !== 'fresh' || !handles.some(({ pointer }) => pointer === '/params/cursor')) return false;
    return isRead(this.#log.state.lists[facts.list]);
  }

  /** Read the pages that are left of lists which the recording has read to their ends. Without them nothing tells what is gone. */
  async readOn(): Promise<void> {
    for (const { list, method } of SERVER_LISTS) {
      if (!this.#recorded.includes(list)) continue;
      for (let pages = 0; pages < MAX_PAGE_COUNT; pages++) {
        const { cursor, error } = this.#log.state.lists[list];
        if (cursor === undefined || error !== undefined || !(await this.#own.page(method, cursor))) break;
      }
    }
  }
}
