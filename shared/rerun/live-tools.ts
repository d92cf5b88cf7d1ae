/** The live server's own list of tools, which alone says what a call may do. It is read to its end before a call that needs it. */
import { MAX_PAGE_COUNT } from '#shared/driver';
import { isWhole, remembered, toolMarks, type ToolMarks } from '#shared/session';
import type { OwnRequests } from './own-requests.ts';
import type { RerunPort } from './types.ts';

const NOTHING_KNOWN: ToolMarks = new Map();

export class LiveTools {
  readonly #port: RerunPort;
  readonly #own: OwnRequests;
  readonly #marks = remembered(toolMarks);

  constructor(port: RerunPort, own: OwnRequests) {
    this.#port = port;
    this.#own = own;
  }

  /** What the list says now, read first if unread or announced as changed; nothing when it can't be read to its end. */
  async marks(): Promise<ToolMarks> {
    if (!this.#isWhole) await this.#read();
    return this.current;
  }

  /** What the list says as far as it is known. */
  get current(): ToolMarks {
    return this.#isOurs ? this.#marks(this.#port.log.state.lists.tools) : NOTHING_KNOWN;
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
    for (let pages = 0; pages < MAX_PAGE_COUNT; pages++) {
      if (!(await this.#own.page('tools/list', cursor))) return;
      ({ cursor } = this.#port.log.state.lists.tools);
      if (cursor === undefined) return;
    }
  }
}
