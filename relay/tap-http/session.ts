/** One session as far as the tap can tell: the exchanges of a client that belong together, and their recording. */
import type { EventBody } from '#shared/recording';
import { KnownMessages, TapRecording, type Reached, type Tapped } from '../tap/index.ts';
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
  readonly initialize: 'none' | 'sent' | 'accepted';
  readonly reason: string | undefined;
  readonly lastPost: number | undefined;
  readonly reached: Reached;
}

export class TappedSession {
  /** The how manieth of the tap it is. */
  readonly number: number;
  readonly #sender: Sender;
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

  constructor(tapped: Tapped, began: number, sender: Sender, state?: SessionState) {
    this.number = tapped.number;
    this.#recording = new TapRecording(tapped);
    this.#began = began;
    this.#sender = sender;
    if (state) {
      for (const client of state.clients) this.#clients.add(client);
      for (const name of state.names) this.names.add(name);
      this.#name = state.name;
      this.#initialize = state.initialize;
      this.#reason = state.reason;
      this.lastPost = state.lastPost;
      return;
    }
    this.emit(
      [
        { k: 'connection', event: 'opening' },
        { k: 'connection', event: 'open' },
      ],
      began,
    );
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

  /** A request of it begins. */
  begin({ client, name, isInitialize }: Sender): void {
    this.open++;
    this.#clients.add(client);
    this.#name ??= name;
    if (isInitialize) this.#initialize = 'sent';
  }

  /** What became of its `initialize`. */
  initialized(accepted: boolean): void {
    this.#initialize = accepted ? 'accepted' : 'none';
  }

  /** It ends for this reason, once its last exchange has. */
  ends(reason: string): void {
    this.#reason ??= reason;
  }

  /** Why it is over; undefined as long as it goes on. */
  get over(): string | undefined {
    return this.open === 0 ? this.#reason : undefined;
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

  /** Gives a sentence on what its recording lacks. */
  finish(t: number, reason = this.#reason ?? 'closed'): string | undefined {
    this.emit(
      [
        { k: 'connection', event: 'closing', reason },
        { k: 'connection', event: 'closed', reason },
      ],
      t,
    );
    return this.#recording.finish(reason);
  }
}
