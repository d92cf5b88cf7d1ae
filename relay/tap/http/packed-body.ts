/** A compressed body on its way into the recording: read as it comes, and kept as it came when that fails. */
import type { Transform } from 'node:stream';
import { once } from 'node:events';
import { errorText } from '#shared/base';
import { joinBytes } from '#shared/recording';
import type { ResponseBody } from '#shared/transport';
import { MAX_DECOMPRESSED_BYTES, TOO_LONG } from '../../http/index.ts';

/** Bytes of all bodies that are held to be recorded as a whole, compressed and decompressed. */
let held = 0;

export class PackedBody {
  readonly #decoder: Transform;
  /** Absent once it is too long: a part of it would fill the recording. */
  #body: ResponseBody | undefined;
  /** Its events are recorded as they come: nothing is held. */
  readonly #isStream: boolean;
  #packed: Uint8Array[] = [];
  #held = 0;
  #hasContent = false;
  #failure: string | undefined;
  #isStopped = false;

  /** `decoder` decompresses for `body`; `now` is called first. */
  constructor(decoder: Transform, body: ResponseBody, isStream: boolean, now: () => void) {
    this.#decoder = decoder;
    this.#body = body;
    this.#isStream = isStream;
    decoder.on('data', (bytes: Buffer) => {
      if (this.#isOver || !this.#hold(bytes.length)) return;
      now();
      this.#hasContent = true;
      try {
        this.#body?.push(bytes);
      } catch (error) {
        this.#fail(errorText(error));
      }
    });
    decoder.on('error', (error) => this.#fail(errorText(error)));
  }

  /** The decoder takes bytes as fast as it can; waiting ones count as held. */
  push(bytes: Uint8Array): void {
    if (this.#isStopped) return;
    if (!this.#isStream && this.#hold(bytes.length)) this.#packed.push(bytes);
    if (this.#decoder.writableLength > MAX_DECOMPRESSED_BYTES) this.#fail('decompressing it takes too long');
    if (!this.#isOver) this.#decoder.write(bytes);
  }

  /** Resolves once the content is recorded: why that is incomplete, and the compressed bytes, unless `broken`. */
  async end(broken: boolean): Promise<{ readonly why: string; readonly packed: Uint8Array } | undefined> {
    if (!this.#decoder.closed) {
      const closed = once(this.#decoder, 'close').catch(() => undefined);
      this.#decoder.end();
      await closed;
    }
    const packed = joinBytes(this.#packed);
    const why = this.#failure;
    this.stop();
    this.#body?.end(broken || why !== undefined);
    if (why === undefined || (broken && this.#hasContent)) return undefined;
    return { why: `could not be decompressed: ${why}`, packed };
  }

  stop(): void {
    this.#isStopped = true;
    this.#release();
    this.#packed = [];
    this.#decoder.destroy();
  }

  get #isOver(): boolean {
    return this.#isStopped || this.#failure !== undefined;
  }

  /** False when there is no room for so many bytes more. */
  #hold(bytes: number): boolean {
    if (this.#isStream) return true;
    if (held + bytes > MAX_DECOMPRESSED_BYTES) {
      this.#fail(TOO_LONG);
      return false;
    }
    held += bytes;
    this.#held += bytes;
    return true;
  }

  #release(): void {
    held -= this.#held;
    this.#held = 0;
  }

  #fail(why: string): void {
    if (this.#isOver) return;
    this.#failure = why;
    this.#decoder.destroy();
    if (why !== TOO_LONG || this.#isStream) return;
    this.#body = undefined;
    this.#release();
  }
}
