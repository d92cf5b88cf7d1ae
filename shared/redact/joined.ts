/** Finds secrets that are cut in two: standard error comes as read, streamed text in several messages. Only joined they are found. */
import type { WireEvent } from '#shared/recording';
import type { Part, Spot } from './findings.ts';
import { GZIP } from './bytes-view.ts';
import type { Slot } from './slots.ts';

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
const MAX_TEXT_COUNT = 64;
const MAX_STREAMED_CHARS = 512;
/** The end of a line in a token, behind a name, in a block of text or in netrc. */
const GOES_ON =
  /(?:^|[^\w.-])(?=[\w.-]*\d)(?=[\w.-]*[A-Za-z])[\w.-]{8,400}\r?\n$|[:=|>]-?\s+$|^\s+\S+\s+$|\b(?:machine|login)\s/;
/** A string of JSON; a colon behind it says that it is a name. */
const STRING = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;
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
  /** By stream: the form of its last message, and a chain for each of its texts. */
  readonly #streams = new Map<string, { form: string; chains: Chain[] }>();

  *take(event: WireEvent | undefined, { path, text, role }: Slot, spot: Spot): Generator<Joined> {
    if (path.length !== 1 || !event) return;
    if (event.k === 'stderr' && role === 'block' && path[0] === 'text') yield* this.#line(text, spot);
    else if (event.k === 'message' && event.dir === 's2c' && path[0] === 'raw' && role === 'text')
      yield* this.#message(event.x ?? '', text, spot);
  }

  *end(): Generator<Joined> {
    for (const chain of [this.#stderr, ...[...this.#streams.values()].flatMap(({ chains }) => chains)])
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

  *#message(stream: string, raw: string, spot: Spot): Generator<Joined> {
    const found = raw.length > MAX_MESSAGE_CHARS ? undefined : stringsOf(raw);
    const before = this.#streams.get(stream);
    const goesOn = found !== undefined && before?.form === found.form;
    if (before && !goesOn) for (const chain of before.chains) yield* chain.take();
    if (!found) return void this.#streams.delete(stream);
    const chains = goesOn && before ? before.chains : found.strings.map(() => new Chain());
    this.#streams.set(stream, { form: found.form, chains });
    for (const [index, { text, from }] of found.strings.entries()) {
      const chain = chains[index];
      if (!chain) continue;
      // An empty text ends a chain too.
      const fits = OF_TOKEN.test(chain.last) && OF_TOKEN.test(text.charAt(0));
      if (!chain.isEmpty && (!fits || chain.isLong)) yield* chain.take();
      chain.add(spot, text, from);
    }
  }
}

/** The texts of a JSON message and its form, the message without its values, which those of one stream share. Undefined where it has none or too many. */
function stringsOf(raw: string) {
  if (!raw.startsWith('{')) return undefined;
  const strings: { readonly text: string; readonly from: number }[] = [];
  const form: string[] = [];
  let at = 0;
  for (const { 0: all, 1: text = '', 2: colon, index } of raw.matchAll(STRING)) {
    form.push(raw.slice(at, index), colon === undefined ? '""' : all);
    at = index + all.length;
    if (colon === undefined) strings.push({ text: isPiece(text) ? text : '', from: index + 1 });
  }
  form.push(raw.slice(at));
  if (strings.length === 0 || strings.length > MAX_TEXT_COUNT) return undefined;
  return { form: form.join('').replace(/-?\d[\d.eE+-]*/g, '0'), strings };
}

/** A long text is whole, and so is what was packed; with an escape in it, a range of the text would not be one of what it means. */
const isPiece = (text: string): boolean =>
  text.length <= MAX_STREAMED_CHARS && !text.includes('\\') && !text.startsWith(GZIP);
