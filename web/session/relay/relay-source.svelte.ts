/** A session that the relay hosts (or whose recording it has): this page is one of its views. */
import type { Policy, ProgramAuthor, SendDetails } from '#shared/driver';
import { bytesOf } from '#shared/recording';
import type { TapCommand } from '#shared/tap';
import { gather } from './gathered.ts';
import { words } from '../../base/i18n/index.svelte.ts';
import { relayAccess } from './relay-access.svelte.ts';
import type { RelayLink } from './relay-link.svelte.ts';
import type { SessionView } from '../session-view.svelte.ts';
import type { Missing, SessionSource } from '../source.ts';

export class RelaySource implements SessionSource {
  readonly kind = 'relay';
  readonly #link: RelayLink;
  readonly #view: SessionView;
  readonly #summary = $derived.by(() => this.#link.sessions.find(({ id }) => id === this.#view.id));
  /** The policy that this page set last, and texts of those that the relay may still tell of: they were in force before. */
  #set: { readonly policy: Policy; readonly before: ReadonlySet<string> } | undefined = $state.raw();
  /** What is set is in force here at once, so that a change made before the relay has told of it starts from it. */
  readonly policy: Policy | undefined = $derived.by(() => {
    const told = this.#summary?.policy;
    const waits = this.#link.connected && this.#set?.before.has(JSON.stringify(told));
    return told && waits ? this.#set?.policy : told;
  });

  constructor(link: RelayLink, view: SessionView) {
    this.#link = link;
    this.#view = view;
    link.watch(view.id, { next: () => view.log.length, take: (events) => view.append(events) });
  }

  get live(): boolean {
    return this.#link.connected && this.#summary?.live === true;
  }

  send(text: string, details?: SendDetails): void {
    this.#link.send({ type: 'send', session: this.#view.id, text, ...details });
  }
  cancel(op: number, reason: string, by?: ProgramAuthor): void {
    this.#link.send({ type: 'cancel', session: this.#view.id, op, reason, ...(by === undefined ? {} : { by }) });
  }
  authorized(callback: string | undefined): void {
    const answer = callback === undefined ? {} : { callback };
    this.#link.send({ type: 'authorized', session: this.#view.id, ...answer });
  }
  get tap(): ((command: TapCommand) => void) | undefined {
    const { id, header } = this.#view;
    if (header.route !== 'tap' || this.#link.status !== 'open' || this.#summary?.elsewhere !== true) return undefined;
    return (command) => void this.#link.send({ type: 'tap', session: id, command });
  }
  listen(): void {
    this.#link.send({ type: 'listen', session: this.#view.id });
  }
  setPolicy(policy: Policy): void {
    if (!this.#link.send({ type: 'policy', session: this.#view.id, policy })) return;
    const earlier = this.policy === this.#summary?.policy ? [] : (this.#set?.before ?? []);
    this.#set = { policy, before: new Set([...earlier, JSON.stringify(this.policy)]) };
  }
  async note(at: number, text: string): Promise<void> {
    await this.#link.ask({ type: 'note', recording: this.#view.id, at, text }, 'done');
  }
  close(): void {
    this.#link.send({ type: 'close', session: this.#view.id });
  }
  detach(): void {
    this.#link.unwatch(this.#view.id);
    if (this.#summary?.live === false) this.#link.send({ type: 'forget', session: this.#view.id });
  }

  async payload(s: number): Promise<Uint8Array<ArrayBuffer>> {
    const event = this.#view.log.event(s);
    if (event?.k === 'message' && !event.large) return new Uint8Array(bytesOf(event));
    const response = await relayAccess.fetch(`api/sessions/${this.#view.id}/events/${s}/payload`);
    if (!response.ok) throw new Error(await fileProblem(response));
    return new Uint8Array(await response.arrayBuffer());
  }

  async recording(lacks: (missing: Missing) => void = () => undefined): Promise<Blob> {
    const view = this.#view;
    const response = await relayAccess.fetch(`api/sessions/${view.id}/recording`).catch(() => undefined);
    const told = response?.ok === true ? response : undefined;
    // The relay may have begun to say so after it answered, and the other way round.
    if (told && !told.headers.has('Lifeline-Not-On-Disk') && !this.#summary?.unrecorded) return told.blob();
    const count = Math.max(view.log.length, this.#summary?.events ?? 0);
    const sources = { header: view.header, held: view.log.events, count };
    const { blob, missing } = await gather(told?.body ? { ...sources, told: told.body } : sources);
    lacks(missing);
    return blob;
  }
}

async function fileProblem(response: Response): Promise<string> {
  if (response.status === 410) return words.now.app.recordingGone;
  const answer = (await response.json().catch(() => undefined)) as { readonly error?: unknown } | undefined;
  return typeof answer?.error === 'string' ? answer.error : `${response.status} ${response.statusText}`;
}
