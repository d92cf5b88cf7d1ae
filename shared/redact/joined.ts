/** Finds secrets that are cut in two: standard error comes as read, streamed text in several messages. Only joined they are found. */
import type { WireEvent } from '#shared/recording';
import type { Part, Spot } from './findings.ts';
import { SIGN } from './signs.ts';
import type { Slot } from './slots.ts';
import { StreamedMessage } from './streamed.ts';

export interface Joined {
  readonly text: string;
  readonly parts: readonly Part[];
}

/** The end of a longer text is carried into the next. */
const MAX_JOINED_CHARS = 65_536;
const OVERLAP_CHARS = 8192;
/** Of a line that says what the next one is. */
const MAX_LINE_CHARS = 1024;
const MAX_MESSAGE_CHARS = 16_384;
/** The end of a line in a token, behind a name, in a block of text or in netrc. */
const GOES_ON =
  /(?:^|[^\w.-])(?=[\w.-]*\d)(?=[\w.-]*[A-Za-z])[\w.-]{8,400}\r?\n$|[:=|>]-?\s+$|^\s+\S+\s+$|\b(?:machine|login)\s/;
/** What a secret may be cut between. */
const OF_TOKEN = /[\w+/=.~-]/;

class Chain {
  #parts: Part[] = [];
  #texts: string[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }
  get last(): string {
    return this.#texts.at(-1)?.slice(-1) ?? '';
  }

  add(spot: Spot, text: string, from: number): void {
    if (text === '') return;
    this.#parts.push({ spot, at: this.#length, from, length: text.length });
    this.#texts.push(text);
    this.#length += text.length;
  }

  get isLong(): boolean {
    return this.#length > MAX_JOINED_CHARS;
  }

  /** What was joined, when it is more than one stretch; the chain is empty then, or has its own end. */
  *take(keepEnd = false): Generator<Joined> {
    const parts = this.#parts;
    const text = this.#texts.join('');
    this.#parts = [];
    this.#texts = [];
    this.#length = 0;
    if (keepEnd) {
      const cut = text.length - OVERLAP_CHARS;
      for (const { spot, at, from, length } of parts) {
        const skipped = Math.max(0, cut - at);
        if (skipped < length) this.add(spot, text.slice(at + skipped, at + length), from + skipped);
      }
    }
    if (parts.length > 1) yield { text, parts };
  }
}

/** True if the next line belongs to it: it may end in a token's start or name, or is of netrc or a block of text. */
const goesOn = (line: string): boolean => line.length <= MAX_LINE_CHARS && GOES_ON.test(line);

/** Takes the texts of a recording in order, and gives what they make when they are joined. Linear in their length. */
export class Joiner {
  readonly #stderr = new Chain();
  /** By stream: its last message, and a chain for each of its texts where the one before it has the same form. */
  readonly #streams = new Map<string, { readonly message: StreamedMessage; readonly chains?: readonly Chain[] }>();

  /** `signs` are those of the text. */
  *take(event: WireEvent | undefined, { path, text, role }: Slot, spot: Spot, signs: number): Generator<Joined> {
    if (path.length !== 1 || !event) return;
    if (event.k === 'stderr' && role === 'block' && path[0] === 'text') yield* this.#line(text, spot);
    else if (event.k === 'message' && event.dir === 's2c' && path[0] === 'raw' && role === 'text')
      yield* this.#message(event.x ?? '', text, spot, (signs & SIGN.escape) !== 0);
  }

  *end(): Generator<Joined> {
    for (const chain of [this.#stderr, ...[...this.#streams.values()].flatMap(({ chains }) => chains ?? [])])
      yield* chain.take();
  }

  *#line(text: string, spot: Spot): Generator<Joined> {
    let from = 0;
    if (!this.#stderr.isEmpty) {
      const end = text.indexOf('\n') + 1;
      const line = text.slice(0, end || undefined);
      this.#stderr.add(spot, line, 0);
      if (this.#stderr.isLong) yield* this.#stderr.take(true);
      if (end === 0 || (end === text.length && goesOn(line))) return;
      yield* this.#stderr.take();
      from = end;
    }
    // A whole line is read where it is; only what has no end yet, or says what the next line is, goes on in the next piece.
    const last = Math.max(from, text.lastIndexOf('\n', text.length - 2) + 1);
    const line = text.slice(last);
    if (!line.endsWith('\n') || goesOn(line)) this.#stderr.add(spot, line, last);
    if (this.#stderr.isLong) yield* this.#stderr.take(true);
  }

  *#message(stream: string, raw: string, spot: Spot, hasEscapes: boolean): Generator<Joined> {
    const before = this.#streams.get(stream);
    const isShort = raw.length <= MAX_MESSAGE_CHARS && raw.startsWith('{');
    const message = isShort ? new StreamedMessage(raw, spot, hasEscapes) : undefined;
    const last = before && message?.hasFormOf(before.message) ? before.message.texts : undefined;
    if (!last) for (const chain of before?.chains ?? []) yield* chain.take();
    if (!message) return void this.#streams.delete(stream);
    if (!before || !last) return void this.#streams.set(stream, { message });
    const chains = before.chains ?? last.map(() => new Chain());
    if (!before.chains)
      for (const [index, { text, from }] of last.entries()) chains[index]?.add(before.message.spot, text, from);
    this.#streams.set(stream, { message, chains });
    for (const [index, { text, from }] of message.texts.entries()) {
      const chain = chains[index];
      if (!chain) continue;
      // An empty text ends a chain too.
      const fits = OF_TOKEN.test(chain.last) && OF_TOKEN.test(text.charAt(0));
      if (!chain.isEmpty && (!fits || chain.isLong)) yield* chain.take();
      chain.add(spot, text, from);
    }
  }
}
