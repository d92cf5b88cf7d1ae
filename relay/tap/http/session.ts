/** One session as far as the tap can tell: the exchanges of a client that belong together, and their recording. */
import type { EventBody } from '#shared/recording';
import { KnownMessages, TapRecording, type Reached, type Tapped } from '../stdio/index.ts';
import type { From } from './copy.ts';
import type { Sender } from './sender.ts';

/** From what another one goes on; the recording is whole up to `reached`. */
export interface SessionState {
  readonly number: number;
  readonly began: number;
  readonly sender: Sender;
  readonly clients: readonly number[];
  readonly names: readonly string[];
  readonly name: string | undefined;
  readonly initialize: 'none' | 'sent' | 'accepted' | 'named';
  readonly reason: string | undefined;
  readonly lastPost: number | undefined;
  readonly reached: Reached;
}

export class TappedSession {
  /** The how manieth of the tap it is. */
  readonly number: number;
  /** Of its first request, then of its `initialize`. */
  #sender: Sender;
  readonly #recording: TapRecording;
  /** Microseconds of the tap at which it began. */
  readonly #began: number;
  readonly #clients = new Set<number>();
  /** The client as it calls itself. */
  #name: string | undefined;
  #initialize: SessionState['initialize'] = 'none';
  #reason: string | undefined;
  /** The exchange that brought its client's latest message. */
  lastPost: number | undefined;
  /** Exchanges that have not ended. */
  open = 0;
  /** Ids of the session and paths for its messages: whoever names one is of this session, and nobody else is. */
  readonly names = new Set<string>();
  /** Its messages that the tap kept or made. */
  readonly known = new KnownMessages<From>();

  /** What it goes on from; `middle` where its beginning may have been before. */
  constructor(tapped: Tapped, began: number, sender: Sender, state?: SessionState | 'middle') {
    this.number = tapped.number;
    this.#recording = new TapRecording(tapped);
    this.#began = began;
    this.#sender = sender;
    if (typeof state === 'object') {
      for (const client of state.clients) this.#clients.add(client);
      for (const name of state.names) this.names.add(name);
      this.#name = state.name;
      this.#initialize = state.initialize;
      this.#reason = state.reason;
      this.lastPost = state.lastPost;
      return;
    }
    // What judges reads a recording that does not begin with `opening` as one that begins in the middle.
    if (state === 'middle') this.#initialize = 'accepted';
    else this.emit([{ k: 'connection', event: 'opening' }], began);
    this.emit([{ k: 'connection', event: 'open' }], began);
  }

  /** Undefined while something of it is not on the disk. */
  get state(): SessionState | undefined {
    const { reached } = this.#recording;
    return (
      reached && {
        number: this.number,
        began: this.#began,
        sender: this.#sender,
        clients: [...this.#clients],
        names: [...this.names],
        name: this.#name,
        initialize: this.#initialize,
        reason: this.#reason,
        lastPost: this.lastPost,
        reached,
      }
    );
  }

  /** True when a request that names no session may be of this one. */
  mayHave({ client, agent, name, isInitialize }: Sender): boolean {
    if (this.names.size > 0 || (isInitialize && this.#initialize !== 'none')) return false;
    if (name !== undefined && this.#name !== undefined) return name === this.#name;
    return this.#clients.has(client) || agent === this.#sender.agent;
  }

  /** True when it goes on and has an id, and its client may have sent this request, which lacks the id. */
  mayLack({ agent, path, session, isInitialize, isModern }: Sender): boolean {
    if (this.#initialize !== 'named' || this.isEnded || session !== undefined || isInitialize || isModern) return false;
    return agent === this.#sender.agent && path === this.#sender.path;
  }

  /** It was used on this connection of a client. */
  isOf(client: number): boolean {
    return this.#clients.has(client);
  }

  /** A request of it begins. */
  begin(sender: Sender): void {
    const { client, name, isInitialize } = sender;
    this.open++;
    this.#clients.add(client);
    this.#name ??= name;
    if (!isInitialize) return;
    this.#initialize = 'sent';
    this.#sender = sender;
  }

  /** What became of its `initialize`, and the id that it gave. */
  initialized(accepted: boolean, id?: string): void {
    this.#initialize = accepted ? (id ? 'named' : 'accepted') : 'none';
    if (accepted && id) this.names.add(id);
  }

  /** It was ended, for this reason. */
  ends(reason: string): void {
    this.#reason ??= reason;
  }

  /** It has been ended; requests that name it all the same are of it. */
  get isEnded(): boolean {
    return this.#reason !== undefined;
  }

  /** Microseconds of the tap at which something happened last. */
  get last(): number {
    return this.#began + this.#recording.last;
  }

  /** This happened. Gives the number of the first of its events. */
  emit(bodies: readonly EventBody[], t: number): number {
    return this.#recording.emit(bodies, Math.max(0, t - this.#began));
  }

  /** Id of its recording. */
  get recording(): string {
    return this.#recording.id;
  }

  /** Where the tap takes commands. */
  commandedAt(control: string): void {
    this.#recording.commandedAt(control);
  }

  write(): void {
    this.#recording.write();
  }

  /** Its recording ends, for this reason unless it was ended before. Gives a sentence on what the recording lacks. */
  finish(t: number, otherwise = 'closed'): string | undefined {
    const reason = this.#reason ?? otherwise;
    this.emit(
      [
        { k: 'connection', event: 'closing', reason },
        { k: 'connection', event: 'closed', reason },
      ],
      this.isEnded ? this.last : t,
    );
    return this.#recording.finish(reason);
  }
}
