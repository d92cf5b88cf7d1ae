/** What is in a file that a person gave the page. */
import { errorText } from '#shared/base';
import { readRecorded, type Recorded, type ReadSummary } from '#shared/recording';

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes, gunzipped, in pieces. `broken` gets why only a part could be unpacked. Rejects when it can't be read. */
export async function* plainPieces(
  file: Blob,
  broken: (why: string) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return yield* piecesOf(file.stream());
  let bytes = 0;
  try {
    for await (const piece of piecesOf(file.stream().pipeThrough(new DecompressionStream('gzip')))) {
      bytes += piece.length;
      yield piece;
    }
  } catch (error) {
    broken(errorText(error));
    const { unpackedFrom } = await import('#shared/import');
    yield* unpackedFrom(piecesOf(file.stream()), bytes);
  }
}

/** UTF-16 units read between two chances for the page to draw. */
const PIECE_CHARS = 1024 * 1024;

/** The same as text, in pieces of about 1 MiB, each with how many bytes were read so far. */
export async function* plainTexts(
  file: Blob,
  broken?: (why: string) => void,
): AsyncGenerator<{ readonly text: string; readonly bytes: number }> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of plainPieces(file, broken)) {
    bytes += piece.length;
    text += decoder.decode(piece, { stream: true });
    if (text.length < PIECE_CHARS) continue;
    yield { text, bytes };
    text = '';
  }
  text += decoder.decode();
  if (text !== '') yield { text, bytes };
}

/** What a stream gives. Not every browser has streams as iterables. */
async function* piecesOf(stream: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Nothing more is wanted of it, so it does not matter how it ends.
    void reader.cancel().catch(() => undefined);
  }
}

/** The first `limit` UTF-16 units, whether more follow, and why unpacking failed. Rejects when it can't be read. */
export async function readText(
  file: Blob,
  limit: number,
): Promise<{ readonly text: string; readonly more: boolean; readonly broken?: string }> {
  const { encodingOf } = await import('#shared/import');
  const decoder = new TextDecoder(encodingOf(new Uint8Array(await file.slice(0, 2).arrayBuffer())));
  const pieces: string[] = [];
  let length = 0;
  let broken: string | undefined;
  for await (const bytes of plainPieces(file, (why) => (broken = why))) {
    const piece = decoder.decode(bytes, { stream: true });
    pieces.push(piece);
    length += piece.length;
    if (length > limit) return { text: pieces.join('').slice(0, limit), more: true };
  }
  pieces.push(decoder.decode());
  return { text: pieces.join(''), more: false, ...(broken === undefined ? {} : { broken }) };
}

/** Longest recording that is taken in whole, in UTF-16 units; a string can't be longer in every browser. */
const LONGEST = 500_000_000;

/** The recording in a file, and a problem code if only its start is readable. Rejects with a code if nothing is. */
export async function recordedIn(
  file: Blob,
): Promise<{ readonly recorded: Recorded; readonly summary: ReadSummary; readonly problem: string | undefined }> {
  const { text, more, broken } = await readText(file, LONGEST);
  if (more) throw new Error('too-large');
  const { recorded, summary } = readRecorded(text);
  const problem = summary.damage?.code ?? broken;
  if (!recorded) throw new Error(problem ?? 'not-a-recording');
  return { recorded, summary, problem };
}
