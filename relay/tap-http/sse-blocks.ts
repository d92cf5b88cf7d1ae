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
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      const isSecondHalf = byte === LINE_FEED && this.#wasReturn;
      this.#wasReturn = byte === RETURN;
      if (isSecondHalf) continue;
      if (byte !== LINE_FEED && byte !== RETURN) {
        this.#isBlank = false;
        continue;
      }
      if (this.#isBlank) {
        // Both halves of a line end that came together stay so.
        const end = byte === RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
        blocks.push({ bytes: this.#whole(bytes.subarray(from, end)), isWhole: !this.#isCut });
        this.#isCut = false;
        from = end;
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

/** The data of a block; undefined when it has none, or is an event of another kind, as the address of HTTP+SSE: both are no message. */
export function dataOf(block: Buffer): string | undefined {
  const lines = [...block.toString().matchAll(LINE)].map(([, line = '']) => line);
  const kind = lines.flatMap((line) => EVENT.exec(line)?.[1] ?? []).at(-1) ?? '';
  if (kind !== '' && kind !== 'message') return undefined;
  const data = lines.flatMap((line) => {
    const match = DATA.exec(line);
    return match ? [match[1] ?? ''] : [];
  });
  return data.length === 0 ? undefined : data.join('\n');
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
