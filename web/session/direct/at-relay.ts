/** Has the relay keep a recording that this page makes: what is in the browser's storage ends with the launch. */
import { lastEvent, type RecordingHeader } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { storageChunks } from '../../base/storage-chunks.ts';
import { yieldToPage } from '../../base/yield-to-page.ts';
import type { RelayLink } from '../relay/relay-link.svelte.ts';

const MESSAGE_CHARS = 4 * 1024 * 1024;

export const idAtRelay = (id: string): string => id.replace(/^file-/, '').slice(0, 20);

export class AtRelay {
  readonly #link: RelayLink;
  readonly #header: RecordingHeader;
  readonly #log: SessionLog;
  /** How many events the relay has; everything is sent again where it can't go on. */
  #kept = 0;
  #running: Promise<void> | undefined;

  constructor(link: RelayLink, header: RecordingHeader, log: SessionLog) {
    this.#link = link;
    this.#header = { ...header, id: idAtRelay(header.id) };
    this.#log = log;
  }

  /** Send what the relay lacks, one at a time. If unreachable, resolves: the next call sends. Rejects in its words. */
  grown(): Promise<void> {
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #run(): Promise<void> {
    const { events } = this.#log;
    for (let again = true; this.#kept < events.length;) {
      const from = this.#kept;
      const work = storageChunks(events, from, MESSAGE_CHARS);
      let step = work.next();
      for (; !step.done; step = work.next()) await yieldToPage();
      const { pieces, to } = step.value;
      const end = to === events.length ? endOf(this.#log) : {};
      const lines = pieces.map((piece) => piece.lines).join('\n');
      const problem = await this.#link
        .ask({ type: 'keep-recording', header: this.#header, from, lines, ...end }, 'done')
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      if (problem instanceof Error && problem.message === 'relay-lost') return;
      if (problem !== undefined && !again) throw problem;
      again = problem === undefined;
      this.#kept = again ? to : 0;
    }
  }
}

/** How a session that is over ended; its notes come after. */
function endOf({ state, events }: SessionLog): { readonly end?: string } {
  if (state.connection !== 'closed') return {};
  return { end: lastEvent(events, (event) => event.k === 'connection')?.reason ?? 'closed' };
}
