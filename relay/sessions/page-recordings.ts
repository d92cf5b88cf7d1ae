/**
 * Recordings of sessions that pages host themselves, and of files that they keep: a page's own storage ends with the launch. The page
 * sends a recording from its first event on, in pieces; when it can't continue, it sends everything again.
 */
import { rmSync } from 'node:fs';
import { visibleText } from '#shared/plain-text';
import { decodeLine, MAX_LINE, recordLine, type RecordingHeader } from '#shared/recording';
import type { Hosted, Library } from '../library/index.ts';
import { Recorder, writerOf, type RecordingFolder, type TimedLine, type Write } from '../recording/index.ts';

/** A part of a recording: the lines of its events from `from` on. */
export interface RecordingPart {
  readonly header: RecordingHeader;
  readonly from: number;
  readonly lines: string;
  /** The reason of the recording's end, with its last part. */
  readonly end?: string | undefined;
}

export interface PageRecordingsOptions {
  readonly folder: RecordingFolder;
  readonly write?: Write;
  /** Called with a sentence that a person at the terminal should know. */
  readonly warn?: (sentence: string) => void;
}

export class PageRecordings {
  readonly #options: PageRecordingsOptions;
  /** Recordings that are not over, by id, each with the page that writes it. */
  readonly #growing = new Map<string, { readonly recorder: Recorder; readonly page: object }>();

  constructor(options: PageRecordingsOptions) {
    this.#options = options;
  }

  hosted(id: string): Hosted | undefined {
    const recorder = this.#growing.get(id)?.recorder;
    return recorder && { live: true, bytes: recorder.bytes, watched: true };
  }

  /** Write a part for `page`; event 0 begins anew. Throws a sentence, with nothing written, when it does not follow or can't be read. */
  add({ header, from, lines, end }: RecordingPart, page: object, library: Library): void {
    const { id } = header;
    const checked = lines === '' ? [] : lines.split('\n').map((line, at) => checkedLine(line, from + at));
    const recorder = from === 0 ? this.#begin(header, page) : this.#growing.get(id)?.recorder;
    if (recorder?.count !== from) throw new Error('the recording does not go on there');
    recorder.recordLines(checked);
    if (end !== undefined) {
      recorder.finish(end);
      this.#release(id);
    }
    if (end !== undefined || from === 0) void library.touch(id, recorder.path);
  }

  /** The page is gone: the files that it wrote stay as they are. */
  letGo(page: object): void {
    for (const [id, growing] of this.#growing) if (growing.page === page) this.#release(id);
  }

  release(): void {
    for (const id of [...this.#growing.keys()]) this.#release(id);
  }

  #release(id: string): void {
    this.#growing.get(id)?.recorder.release();
    this.#growing.delete(id);
  }

  #begin(header: RecordingHeader, page: object): Recorder {
    const { folder, write, warn } = this.#options;
    this.#release(header.id);
    const before = folder.find(header.id);
    if (before !== undefined && writerOf(before) === 'alive') throw new Error('the recording is still written');
    if (before !== undefined) rmSync(before);
    const recorder = new Recorder({
      path: folder.newPath(header),
      header,
      failed: (detail) => warn?.(`“${visibleText(header.title)}” can’t be kept here: ${visibleText(detail)}.`),
      ...(write ? { write } : {}),
    });
    this.#growing.set(header.id, { recorder, page });
    return recorder;
  }
}

/** The beginning of a line that `recordLine` has made: number and time. */
const OWN_LINE = /^\{"s":(0|[1-9]\d{0,14}),"t":(0|[1-9]\d{0,14}),"k":"/;

/**
 * The line of event `s`: as the page made it, or made anew where it has another form or is too long. Throws a sentence. A line that begins
 * as this page's do is not read further: whoever reads the file does, as of any file.
 */
function checkedLine(line: string, s: number): TimedLine {
  const [, number, t] = OWN_LINE.exec(line) ?? [];
  if (Number(number) === s && line.endsWith('}') && line.length <= MAX_LINE) return { t: Number(t), line };
  const decoded = decodeLine(line, s + 2);
  if (decoded.type !== 'event' || decoded.event.s !== s) throw new Error(`event ${s} can’t be read`);
  return { t: decoded.event.t, line: recordLine(decoded.event) };
}
