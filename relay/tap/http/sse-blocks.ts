/** An event stream as its blocks, each with its exact bytes, the blank line that ends it included (HTML, server-sent events). */

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

export interface SseBlock {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

export class SseBlocks {
  #begun: Buffer[] = [];
  /** Bytes that wait for the end of their block. */
  held = 0;
  /** The current line is empty so far; the character before was a return. */
  #isBlank = true;
  #wasReturn = false;
  /** Line ends have two characters, as far as the last one shows. */
  #isPaired = false;
  /** The block has ended except for the second character. */
  #ends = false;
  /** The beginning of a block was forwarded, and the block has not ended. */
  isCut = false;

  /** The blocks that these bytes complete; `isWhole` is false for one whose beginning was forwarded before. */
  push(bytes: Buffer): SseBlock[] {
    const blocks: SseBlock[] = [];
    let from = 0;
    const ended = (end: number): void => {
      const block = this.#whole(bytes.subarray(from, end));
      if (block.length > 0) blocks.push({ bytes: block, isWhole: !this.isCut });
      this.isCut = false;
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
        // Both characters of a line end stay together: a reader may wait for the second one.
        if (byte === RETURN && this.#isPaired && at + 1 === bytes.length) this.#ends = true;
        else ended(byte === RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1);
      }
      this.#isBlank = true;
    }
    this.#keep(bytes.subarray(from));
    return blocks;
  }

  /** The incomplete block, to be forwarded: the rest of it will be no block. */
  rest(): Buffer {
    const rest = this.#whole(Buffer.alloc(0));
    this.isCut ||= rest.length > 0;
    return rest;
  }

  /** These bytes are forwarded as they come. */
  skip(bytes: Buffer): void {
    this.push(bytes);
    this.rest();
  }

  #keep(bytes: Buffer): void {
    if (bytes.length > 0) this.#begun.push(bytes);
    this.held += bytes.length;
  }

  #whole(end: Buffer): Buffer {
    this.#keep(end);
    const whole = Buffer.concat(this.#begun);
    this.#begun = [];
    this.held = 0;
    return whole;
  }
}

const LINE = /([^\r\n]*)(\r\n|\n|\r|$)/g;
const DATA = /^data(?:: ?(.*))?$/s;
const EVENT = /^event(?:: ?(.*))?$/s;

interface SseFields {
  /** Empty for a usual event. */
  readonly event: string;
  readonly data: string;
}

/** Kind and data of a block; undefined without data, and thus without an event. */
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

/** The block with other data in the place of its first data line; everything else stays. */
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
