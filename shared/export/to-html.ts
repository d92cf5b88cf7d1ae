/** A recording as one HTML file that shows it: the viewer's page with the recording's file inside. */
import { joinBytes, recordingPieces, toBase64, type Recorded } from '#shared/recording';

/** The places of the template that are filled, as its build leaves them. */
const TITLE = '<title></title>';
const DATA = ' id="lifeline-recording"></script>';
const MAX_TITLE_CHARS = 200;

/**
 * Put a recording into the viewer's page (`viewer.html` of the built page). The data is base64 of the gzipped file, in a
 * script element of a type that no browser runs; base64 has no `<`, so nothing in a recording can end that element, and the
 * title is escaped. Rejects when the template is not the viewer's page, and with a RangeError when the result would be
 * longer than a string can be.
 */
export async function toHtml(template: string, recorded: Recorded): Promise<string> {
  const title = template.indexOf(TITLE);
  const data = template.indexOf(DATA, title);
  if (title < 0 || data < 0) throw new Error('The template is not the page of the viewer.');
  const titleEnd = title + TITLE.length - '</title>'.length;
  const dataEnd = data + DATA.length - '</script>'.length;
  const packed = toBase64(await gzip(pieces(recorded)));
  return [
    template.slice(0, titleEnd),
    escapeText(`${recorded.header.title.slice(0, MAX_TITLE_CHARS)} · Lifeline`),
    template.slice(titleEnd, dataEnd),
    packed,
    template.slice(dataEnd),
  ].join('');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function* pieces(recorded: Recorded): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for (const piece of recordingPieces(recorded)) yield encoder.encode(piece);
}

async function gzip(bytes: Iterable<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const { readable, writable } = new CompressionStream('gzip');
  const packed: Uint8Array[] = [];
  const readAll = async (): Promise<void> => {
    const reader = readable.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read())
      if (read.value) packed.push(read.value);
  };
  const writeAll = async (): Promise<void> => {
    const writer = writable.getWriter();
    for (const piece of bytes) await writer.write(piece);
    await writer.close();
  };
  await Promise.all([readAll(), writeAll()]);
  return joinBytes(packed);
}
