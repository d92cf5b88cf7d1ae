/** The live server's lists, as far as a run reads them for itself: the tools, to know what a call may do, and pages beyond the recorded ones. */
import { MAX_PAGE_COUNT, requestText } from '#shared/driver';
import { idKey } from '#shared/jsonrpc';
import { listByMethod, SERVER_LISTS, type ServerList } from '#shared/mcp';
import { isWhole, remembered, toolMarks, type Operation, type SessionState, type ToolMarks } from '#shared/session';
import type { RerunPort, SendStep } from './types.ts';

type List = SessionState['lists'][ServerList];

const NOTHING_KNOWN: ToolMarks = new Map();

/** True for a list that was read, all pages of it. */
const isRead = ({ pages, complete, error, unread, repeats }: List): boolean =>
  pages > 0 && complete && error === undefined && unread === undefined && repeats === undefined;

export const listsRead = ({ lists }: Pick<SessionState, 'lists'>): ServerList[] =>
  SERVER_LISTS.flatMap(({ list }) => (isRead(lists[list]) ? [list] : []));

interface LiveListsOptions {
  readonly send: (text: string) => void;
  readonly takeId: () => number;
  /** Resolves when it holds, or the run is over. */
  readonly until: (holds: () => boolean) => Promise<void>;
}

export class LiveLists {
  /** Events of the requests that were sent here. */
  readonly asked: number[] = [];
  readonly #port: RerunPort;
  readonly #options: LiveListsOptions;
  readonly #marks = remembered(toolMarks);

  constructor(port: RerunPort, options: LiveListsOptions) {
    this.#port = port;
    this.#options = options;
  }

  /** What the list of tools says now, read first if unread or announced as changed; nothing when it can't be read to its end. */
  async toolMarks(): Promise<ToolMarks> {
    if (!this.#isOurs || !isWhole(this.#lists.tools)) await this.#readTools();
    return this.knownMarks;
  }

  get knownMarks(): ToolMarks {
    return this.#isOurs ? this.#marks(this.#lists.tools) : NOTHING_KNOWN;
  }

  /** True for a step that asks for a page of a list whose last page was read: the recorded cursor leads nowhere. */
  isBeyond({ text, method, handles }: SendStep): boolean {
    const facts = method === undefined ? undefined : listByMethod(method);
    if (!facts || text !== 'fresh' || !handles.some(({ pointer }) => pointer === '/params/cursor')) return false;
    return isRead(this.#lists[facts.list]);
  }

  /** Read the pages that are left of `recorded`, the lists that the recording has read to their ends. Without them nothing tells what is gone. */
  async readOn(recorded: readonly ServerList[]): Promise<void> {
    for (const { list, method } of SERVER_LISTS) {
      if (!recorded.includes(list)) continue;
      for (let pages = 0; pages < MAX_PAGE_COUNT; pages++) {
        const { cursor, error } = this.#lists[list];
        if (cursor === undefined || error !== undefined || !(await this.#page(method, cursor))) break;
      }
    }
  }

  get #lists(): SessionState['lists'] {
    return this.#port.log.state.lists;
  }

  /** The tools were asked for by the run or the host: a text of the recording may ask for a part of them. */
  get #isOurs(): boolean {
    const event = this.#port.log.event(this.#lists.tools.asked ?? -1);
    return event?.k === 'message' && event.by !== 'user';
  }

  async #readTools(): Promise<void> {
    const { error, stale, cursor: next } = this.#lists.tools;
    let cursor = this.#isOurs && error === undefined && stale === undefined ? next : undefined;
    for (let pages = 0; pages < MAX_PAGE_COUNT; pages++) {
      if (!(await this.#page('tools/list', cursor))) return;
      ({ cursor } = this.#lists.tools);
      if (cursor === undefined) return;
    }
  }

  /** Read a page of a list, without a cursor the first. False when it was not given. */
  async #page(method: string, cursor: string | undefined): Promise<boolean> {
    const { log, policy, client } = this.#port;
    const { send, takeId, until } = this.#options;
    const id = takeId();
    const params = cursor === undefined ? undefined : JSON.stringify({ cursor });
    const from = log.operations.length;
    send(requestText({ state: log.state, policy, client }, method, params, { id }));
    const isMine = ({ dir, key }: Operation): boolean => dir === 'c2s' && key === idKey(id);
    // What is refused for want of authorization is sent again with its id.
    const mine = (): Operation[] => log.operations.slice(from).filter(isMine);
    await until(() => mine().at(-1)?.closed !== undefined && !log.state.authorizing);
    this.asked.push(...mine().map(({ opened }) => opened));
    return mine().at(-1)?.outcome === 'result';
  }
}
