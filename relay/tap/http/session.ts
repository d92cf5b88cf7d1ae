/** One session as far as the tap can tell: the exchanges of a client that belong together, and their recording. */
import type { EventBody } from '#shared/recording';
import { KnownMessages, TapRecording, type Reached, type Tapped } from '../stdio/index.ts';
import type { From } from './copy.ts';
import type { Sender } from './sender.ts';

/** The state from which another process continues; the recording is complete up to `reached`. */
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
  readonly number: number;
  /** Of the first request, then of `initialize`. */
  #sender: Sender;
  readonly recording: TapRecording;
  /** Microseconds of the tap's clock at its beginning. */
  readonly #began: number;
  readonly #clients = new Set<number>();
  /** The client's own name. */
  #name: string | undefined;
  #initialize: SessionState['initialize'] = 'none';
  #reason: string | undefined;
  /** The exchange with the client's latest message. */
  lastPost: number | undefined;
  open = 0;
  /** Ids of the session and paths for its messages: a request with one of them belongs to this session, and to no other. */
  readonly names = new Set<string>();
  /** Its messages that the tap kept or made. */
  readonly known = new KnownMessages<From>();

  /** `middle` where its beginning may precede the tap. */
  constructor(tapped: Tapped, began: number, sender: Sender, state?: SessionState | 'middle') {
    this.number = tapped.number;
    this.recording = new TapRecording(tapped);
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
    // Rules treat a recording that does not begin with `opening` as one that begins in the middle.
    if (state === 'middle') this.#initialize = 'accepted';
    else this.emit([{ k: 'connection', event: 'opening' }], began);
    this.emit([{ k: 'connection', event: 'open' }], began);
  }

  /** Undefined while something of it is not on the disk. */
  get state(): SessionState | undefined {
    const { reached } = this.recording;
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

  /** True when a request without a session id may belong to this session. */
  mayHave({ client, agent, name, isInitialize }: Sender): boolean {
    if (this.names.size > 0 || (isInitialize && this.#initialize !== 'none')) return false;
    if (name !== undefined && this.#name !== undefined) return name === this.#name;
    return this.#clients.has(client) || agent === this.#sender.agent;
  }

  /** True when it is live and has an id, and its client may have left the id out of this request. */
  mayLack({ agent, path, session, isInitialize, isModern }: Sender): boolean {
    if (this.#initialize !== 'named' || this.isEnded || session !== undefined || isInitialize || isModern) return false;
    return agent === this.#sender.agent && path === this.#sender.path;
  }

  isOf(client: number): boolean {
    return this.#clients.has(client);
  }

  begin(sender: Sender): void {
    const { client, name, isInitialize } = sender;
    this.open++;
    this.#clients.add(client);
    this.#name ??= name;
    if (!isInitialize) return;
    this.#initialize = 'sent';
    this.#sender = sender;
  }

  initialized(accepted: boolean, id?: string): void {
    this.#initialize = accepted ? (id ? 'named' : 'accepted') : 'none';
    if (accepted && id) this.names.add(id);
  }

  ends(reason: string): void {
    this.#reason ??= reason;
  }

  /** Requests that name it after its end still belong to it. */
  get isEnded(): boolean {
    return this.#reason !== undefined;
  }

  get last(): number {
    return this.#began + this.recording.last;
  }

  /** Gives the number of the first event. */
  emit(bodies: readonly EventBody[], t: number): number {
    return this.recording.emit(bodies, Math.max(0, t - this.#began));
  }

  /** Ends the recording, for this reason unless another one is known. Gives a sentence on what the recording lacks. */
  finish(t: number, otherwise = 'closed'): string | undefined {
    const reason = this.#reason ?? otherwise;
    this.emit(
      [
        { k: 'connection', event: 'closing', reason },
        { k: 'connection', event: 'closed', reason },
      ],
      this.isEnded ? this.last : t,
    );
    return this.recording.finish(reason);
  }
}
