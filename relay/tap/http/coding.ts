/** Compressed bodies (RFC 9110, section 8.4.1), as far as a message in one can be read, and written again. */
import {
  brotliCompressSync,
  brotliDecompress,
  constants,
  deflateSync,
  gunzip,
  gzipSync,
  inflate,
  type ZlibOptions,
} from 'node:zlib';
import { MAX_JUDGED_BYTES } from '../judge/index.ts';
import { valuesOf, type Head } from './heads.ts';

export interface Coding {
  /** Gives the body, or why it can't be judged: malformed, or too long. */
  readonly decode: (bytes: Buffer, then: (body: Buffer | NotJudged) => void) => void;
  readonly encode: (bytes: Buffer) => Buffer;
}

export type NotJudged = 'size' | 'encoding';

type Unzip = (
  bytes: Buffer,
  options: ZlibOptions,
  done: (error: NodeJS.ErrnoException | null, body: Buffer) => void,
) => void;

const decodeBy =
  (unzip: Unzip): Coding['decode'] =>
  (bytes, then) => {
    if (bytes.length === 0) return then(bytes);
    unzip(bytes, { maxOutputLength: MAX_JUDGED_BYTES }, (error, body) =>
      then(!error ? body : error.code === 'ERR_BUFFER_TOO_LARGE' ? 'size' : 'encoding'),
    );
  };

export const PLAIN: Coding = { decode: (bytes, then) => then(bytes), encode: (bytes) => bytes };
const GZIP: Coding = { decode: decodeBy(gunzip), encode: gzipSync };
/** The best compression takes seconds for long bodies. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const CODINGS: { readonly [name: string]: Coding } = {
  identity: PLAIN,
  gzip: GZIP,
  'x-gzip': GZIP,
  deflate: { decode: decodeBy(inflate), encode: deflateSync },
  br: { decode: decodeBy(brotliDecompress), encode: (bytes) => brotliCompressSync(bytes, QUALITY) },
};

/** The compression of a body; undefined for one that can't be read. */
export function codingOf(head: Head): Coding | undefined {
  const name = valuesOf(head, 'content-encoding').join(', ').toLowerCase() || 'identity';
  return Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;
}
