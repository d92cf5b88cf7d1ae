/** What is to be shared, and how: the dialog's state, and what its worker said. */
import { errorText } from '#shared/base';
import { FORMATS, formatsWith, type ExportFormat, type PageFormat } from '#shared/formats';
import { DEFAULT_RULES, type OwnRule, type RefusedRule } from '#shared/redact';
import type { Missing } from '../session/source.ts';
import { fileStem } from '../base/file-stem.ts';
import { withItem } from '../base/with-item.ts';
import { labelledFile } from '../session/labelled-file.ts';
import { settings } from '../base/settings.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { startTask } from '../base/start-task.ts';
import { partOf, type PartKind } from './parts.ts';
import type { FoundSecret } from './share.task.ts';
import { viewerPage } from './viewer-page.ts';

type ShareTask = typeof import('./share.task.ts');

/** The text that a format is made of, where it is made of one. */
const textOf = (format: PageFormat): ExportFormat => (format === 'png' ? 'svg' : format);

export class Share {
  readonly view: SessionView;
  format: PageFormat = $state('recording');
  part: PartKind = $state('all');
  from = $state(0);
  to = $state(0);
  gzip = $state(false);
  operations = $state(false);
  replace = $state(true);
  /** Texts that the person marked, and patterns. */
  marks: readonly string[] = $state.raw([]);
  own: readonly OwnRule[] = $state.raw([]);
  off: readonly string[] = $state.raw([]);
  /** Keys of the secrets that stay, whatever is marked later. */
  kept: ReadonlySet<number> = $state.raw(new Set());
  found: readonly FoundSecret[] | undefined = $state.raw();
  /** The person's patterns that were not carried out. */
  refused: readonly RefusedRule[] = $state.raw([]);
  loaded: Awaited<ReturnType<ShareTask['read']>> | undefined = $state.raw();
  /** A code with words for it, or a sentence. */
  problem: string | undefined = $state();
  /** What the recording lacks, when it is not as it was written. */
  missing: Missing | undefined = $state.raw();
  working = $state(false);
  readonly #worker = startTask<ShareTask>('share');
  #file: Promise<Blob> | undefined;
  /** The session's title without its secrets, once they were looked for: the file's name is handed on as well. */
  #cleanTitle: string | undefined = $state();
  /** Counts what was asked for, so that an answer to something older is dropped. */
  #asked = 0;

  constructor(view: SessionView) {
    this.view = view;
    this.to = Math.max(0, view.shown - 1);
    this.part = view.filterText.trim() === '' ? 'all' : 'filter';
  }

  /** Take the chosen events in and look for secrets in them. */
  async look(): Promise<void> {
    const asked = ++this.#asked;
    this.found = undefined;
    this.problem = undefined;
    try {
      // What the person says of it may have changed since the file was begun.
      const { header } = this.view;
      this.#file ??= this.view.source
        .recording((missing) => (this.missing = missing))
        .then((file) => labelledFile(file, header));
      const part = partOf(this.view, this.part, { from: this.from, to: this.to });
      const loaded = await this.#worker.ask('read', await this.#file, part);
      if (asked !== this.#asked) return;
      this.loaded = loaded;
      const rules = { ...DEFAULT_RULES, off: [...this.off], own: [...this.own], marks: [...this.marks] };
      const { found, refused, title: cleanTitle } = await this.#worker.ask('planFor', rules);
      if (asked !== this.#asked) return;
      this.found = found;
      this.refused = refused;
      this.#cleanTitle = cleanTitle;
    } catch (error) {
      if (asked === this.#asked) this.problem = errorText(error);
    }
  }

  /** What is shared, ready to be saved or copied; undefined when it can't be made, and then `problem` says why. */
  async make(): Promise<Blob | undefined> {
    this.working = true;
    this.problem = undefined;
    const { format } = this;
    try {
      // The file byte for byte but for what people say of it, not one that says the same.
      if (format === 'recording' && this.part === 'all' && !this.replace && !this.gzip && this.#file)
        return await this.#file;
      const blob = await this.#worker.ask('write', {
        format: textOf(format),
        operations: this.operations,
        gzip: this.gzip,
        language: settings.language,
        theme: document.documentElement.dataset['theme'] === 'dark' && settings.theme !== 'light' ? 'dark' : 'light',
        ...(this.replace ? { redact: { keep: [...this.kept] } } : {}),
        ...(format === 'html' ? { viewer: await viewerPage() } : {}),
      });
      return format === 'png' ? await toPng(blob) : blob;
    } catch (error) {
      this.problem = errorText(error);
      return undefined;
    } finally {
      this.working = false;
    }
  }

  get drawn(): boolean {
    return formatsWith('operations').includes(textOf(this.format));
  }

  toggle(key: number): void {
    this.kept = withItem(this.kept, key);
  }

  get fileName(): string {
    const { startedAt } = this.view.header;
    const title = this.replace ? (this.#cleanTitle ?? '') : this.view.header.title;
    const { format } = this;
    const packed = format === 'recording' && this.gzip ? '.gz' : '';
    return `${fileStem(title, startedAt)}.${FORMATS[format].file[0]}${packed}`;
  }

  end(): void {
    this.#worker.end();
  }
}

/** Longest side of the picture in pixels: what every browser's canvas can hold. */
const LONGEST = 16_000;

/** Draw an SVG at twice its size, or as large as a canvas can be. Rejects when the browser can't draw it. */
async function toPng(svg: Blob): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(2, LONGEST / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
