/** A body that is kept until it is complete, because a message in it is shown to the judge. */
import { MAX_JUDGED_BYTES } from '../judge/index.ts';

export class WholeBody {
  readonly #bytes: Buffer[] = [];
  readonly #content: Buffer[] = [];
  #length = 0;
  #end: Buffer | undefined;

  /** Keep a piece as received, and its content. False once there is too much to be judged. */
  add(bytes: Buffer, content: Buffer): boolean {
    this.#bytes.push(bytes);
    if (content.length > 0) this.#content.push(content);
    this.#length += content.length;
    return this.#length <= MAX_JUDGED_BYTES;
  }

  set end(bytes: Buffer) {
    this.#end = bytes;
  }
  get end(): Buffer {
    return this.#end ?? Buffer.alloc(0);
  }

  get isWhole(): boolean {
    return this.#end !== undefined;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#bytes);
  }

  get content(): Buffer {
    return Buffer.concat(this.#content);
  }
}
