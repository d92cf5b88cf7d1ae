/** An event stream as its blocks, each with its exact bytes, the blank line that ends it included (HTML, server-sent events). */

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

export interface SseBlock {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

export class SseBlocks {
  #begun: Buffer[] = [];
  #length = 0;
  /** The line that comes has no character so far; the character before was a return. */
  #isBlank = true;
  #wasReturn = false;
  /** Lines end in two characters here, as far as the last one tells. */
  #isPaired = false;
  /** The block has ended but for the second of them. */
  #ends = false;
  #isCut = false;

  /** A block has begun to go on, and has not ended. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Bytes that wait for the end of their block. */
  get held(): number {
    return this.#length;
  }

  /** The blocks that these bytes end; `isWhole` is false for one whose beginning went on before. */
  push(bytes: Buffer): SseBlock[] {
    const blocks: SseBlock[] = [];
    let from = 0;
    const ended = (end: number): void => {
      const block = this.#whole(bytes.subarray(from, end));
      if (block.length > 0) blocks.push({ bytes: block, isWhole: !this.#isCut });
      this.#isCut = false;
      from = end;
    };
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      const isSecondHalf = byte === LINE_FEED && this.#wasReturn;
      if (this.#wasReturn || byte === LINE_FEED) this.#isPaired = isSecondHalf;
      this.#wasReturn = byte === RETURN;
      if (this.#ends) ended(isSecondHalf ? at + 1 : at);
      this.#ends = false;
      if (isSecondHalf) continue;
      if (byte !== LINE_FEED && byte !== RETURN) {
        this.#isBlank = false;
        continue;
      }
      if (this.#isBlank) {
        // Both halves of a line end stay together: whoever reads may wait for the second one.
        if (byte === RETURN && this.#isPaired && at + 1 === bytes.length) this.#ends = true;
        else ended(byte === RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1);
      }
      this.#isBlank = true;
    }
    this.#keep(bytes.subarray(from));
    return blocks;
  }

  /** What has begun and not ended. It goes on: what follows of it is no block. */
  rest(): Buffer {
    const rest = this.#whole(Buffer.alloc(0));
    this.#isCut ||= rest.length > 0;
    return rest;
  }

  /** These bytes go on as they come. */
  skip(bytes: Buffer): void {
    this.push(bytes);
    this.rest();
  }

  #keep(bytes: Buffer): void {
    if (bytes.length > 0) this.#begun.push(bytes);
    this.#length += bytes.length;
  }

  #whole(end: Buffer): Buffer {
    this.#keep(end);
    const whole = Buffer.concat(this.#begun);
    this.#begun = [];
    this.#length = 0;
    return whole;
  }
}

const LINE = /([^\r\n]*)(\r\n|\n|\r|$)/g;
const DATA = /^data(?:: ?(.*))?$/s;
const EVENT = /^event(?:: ?(.*))?$/s;

interface SseFields {
  /** Empty for the usual kind of event. */
  readonly event: string;
  readonly data: string;
}

/** Kind and data of a block; undefined when it has no data, and so is no event. */
export function fieldsOf(block: Buffer): SseFields | undefined {
  const lines = [...block.toString().matchAll(LINE)].map(([, line = '']) => line);
  const data = lines.flatMap((line) => {
    const match = DATA.exec(line);
    return match ? [match[1] ?? ''] : [];
  });
  if (data.length === 0) return undefined;
  return { event: lines.flatMap((line) => EVENT.exec(line)?.[1] ?? []).at(-1) ?? '', data: data.join('\n') };
}

/** The data of a block that may be a message; undefined for others, such as the address of HTTP+SSE. */
export function dataOf(block: Buffer): string | undefined {
  const { event = '', data } = fieldsOf(block) ?? {};
  return event === '' || event === 'message' ? data : undefined;
}

/** The block with other data in the place of its first line of it; everything else stays. */
export function withData(block: Buffer, data: string): Buffer {
  let isDone = false;
  const text = block.toString().replace(LINE, (all, line: string, end: string) => {
    if (!DATA.test(line)) return all;
    if (isDone) return '';
    isDone = true;
    return data
      .split('\n')
      .map((each) => `data: ${each}${end}`)
      .join('');
  });
  return Buffer.from(text);
}
