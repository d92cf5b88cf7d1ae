/** The live server's own list of tools, which alone says what a call may do. It is read to its end before a call that needs it. */
import { MOST_PAGES, requestText } from '#shared/driver';
import { idKey } from '#shared/jsonrpc';
import { isWhole, toolMarks, type Operation, type ToolMarks } from '#shared/session';
import type { RerunPort } from './types.ts';

const NOTHING_KNOWN: ToolMarks = new Map();

export interface LiveToolsOptions {
  /** Send a request of the run's own. */
  readonly send: (text: string) => void;
  readonly takeId: () => number;
  /** Resolves when it holds, or the run is over. */
  readonly until: (holds: () => boolean) => Promise<void>;
}

export class LiveTools {
  /** Events of the requests that nothing in the recording asks for. */
  readonly asked: number[] = [];
  readonly #port: RerunPort;
  readonly #options: LiveToolsOptions;

  constructor(port: RerunPort, options: LiveToolsOptions) {
    this.#port = port;
    this.#options = options;
  }

  /**
   * What the list says now. Read first where it was not, or the server has announced since that it changed; a list that can't
   * be read to its end says nothing of any tool.
   */
  async marks(): Promise<ToolMarks> {
    if (!this.#isWhole) await this.#read();
    return this.current;
  }

  /** What the list says as far as it is known. */
  get current(): ToolMarks {
    return this.#isOurs ? toolMarks(this.#port.log.state.lists.tools) : NOTHING_KNOWN;
  }

  /** It was read by the run, not by a text of the recording that may ask for a part; and to its end. */
  get #isWhole(): boolean {
    return this.#isOurs && isWhole(this.#port.log.state.lists.tools);
  }

  get #isOurs(): boolean {
    const { log } = this.#port;
    const { asked } = log.state.lists.tools;
    const event = asked === undefined ? undefined : log.events[asked];
    return event?.k === 'message' && event.by !== 'user';
  }

  async #read(): Promise<void> {
    const { lists } = this.#port.log.state;
    const goesOn = this.#isOurs && lists.tools.error === undefined && lists.tools.stale === undefined;
    let cursor = goesOn ? lists.tools.cursor : undefined;
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      if (!(await this.#readPage(cursor))) return;
      ({ cursor } = this.#port.log.state.lists.tools);
      if (cursor === undefined) return;
    }
  }

  /** False when the page was not given. */
  async #readPage(cursor: string | undefined): Promise<boolean> {
    const { log, policy, client } = this.#port;
    const { send, takeId, until } = this.#options;
    const id = takeId();
    const params = cursor === undefined ? undefined : JSON.stringify({ cursor });
    const from = log.operations.length;
    send(requestText({ state: log.state, policy, client }, 'tools/list', params, { id }));
    const isMine = ({ dir, key }: Operation): boolean => dir === 'c2s' && key === idKey(id);
    // What is refused for want of authorization is sent again with its id.
    const mine = (): Operation[] => log.operations.slice(from).filter(isMine);
    await until(() => mine().at(-1)?.closed !== undefined && !log.state.authorizing);
    this.asked.push(...mine().map(({ opened }) => opened));
    return mine().at(-1)?.outcome === 'result';
  }
}
