/** A note on each event, in eight bytes: most events are like others before them. */
import { defined, MadeList, Numbers } from '#shared/base';
import type { Decoded, Fault } from '#shared/jsonrpc';
import type { EventBody } from '#shared/recording';

/** What an event is: the kind of its message, or its own kind when it carries none. */
export type EventKind = Decoded['kind'] | Exclude<EventBody['k'], 'message'>;

/** What is remembered of each event. */
export interface EventNote {
  readonly kind: EventKind;
  /** Operation it belongs to, or -1. */
  readonly op: number;
  readonly role: 'opens' | 'closes' | 'touches' | 'none';
  /** Method of the message; for a response, of the request it answers. */
  readonly method?: string;
  readonly faults?: readonly Fault[];
  readonly taskFailed?: true;
}

export class NoteTable extends MadeList<EventNote> {
  readonly #ops = new Numbers();
  /** Indexes into `#likes`. */
  readonly #like = new Numbers();
  /** Notes without their operation, each that is different once. */
  readonly #likes: EventNote[] = [];
  /** Where they are, by method and by what else they say. */
  readonly #known = new Map<string | undefined, Map<string, number>>();

  get length(): number {
    return this.#ops.length;
  }

  get(s: number): EventNote | undefined {
    if (!(s >= 0 && s < this.length)) return undefined;
    const like = this.#likes[this.#like.get(s)];
    const op = this.#ops.get(s);
    return op < 0 || !like ? like : { ...like, op };
  }

  /** The operation of an event, or -1. */
  opOf(s: number): number {
    return s >= 0 && s < this.length ? this.#ops.get(s) : -1;
  }

  push(note: EventNote): void {
    this.#ops.push(note.op);
    this.#like.push(this.#placeOf(note));
  }

  #placeOf({ kind, role, method, faults, taskFailed }: EventNote): number {
    const places = this.#known.get(method) ?? new Map<string, number>();
    this.#known.set(method, places);
    const more = faults || taskFailed ? `${faults?.join() ?? ''} ${taskFailed}` : '';
    const key = `${kind} ${role}${more}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = this.#likes.push({ kind, op: -1, role, ...defined({ method, faults, taskFailed }) }) - 1;
    places.set(key, place);
    return place;
  }
}
