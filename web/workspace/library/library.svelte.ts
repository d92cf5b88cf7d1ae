/** Every recording there is: those on the disk of the relay's machine and those in this browser, in one list. */
import {
  beyondRetention,
  KEEP_FOR_EVER,
  labelledHeader,
  readRetention,
  type LibraryEntry,
  type LibraryState,
  type RecordingMeta,
  type Retention,
} from '#shared/library';
import { size, words } from '../../base/i18n/index.svelte.ts';
import { notices } from '../../base/notices.svelte.ts';
import type { SessionView } from '../../session/session-view.svelte.ts';
import { settings } from '../../base/settings.svelte.ts';
import { workspace } from '../workspace.svelte.ts';
import {
  browserState,
  describeStored,
  emptyDeleted,
  readStored,
  setDeleted,
  type BrowserEntry,
} from './browser-library.ts';

/** Where the browser remembers which work of the retention was said already. */
const SWEPT = 'lifeline-swept';
/** Where it remembers how long recordings are kept, for when no relay says so. */
const RETENTION = 'lifeline-retention';
const DAY = 86_400_000;

class Library {
  /** Newest first. */
  entries: readonly LibraryEntry[] = $state.raw([]);
  /** What the relay says of its folder; undefined without a relay. */
  state: LibraryState | undefined = $state.raw();
  /** How long recordings are kept: those on the disk by the relay, those in this browser by this page. */
  retention: Retention = $state.raw(storedRetention());
  /** False until a list was had. */
  ready = $state(false);
  /** Ids that are deleted in this browser and can still be had back. */
  deleted: readonly string[] = $state.raw([]);
  readonly #disk = new Map<string, LibraryEntry>();
  /** What the person said of recordings, as long as the relay has not taken it: what it lists until then is older. */
  readonly #untaken = new Map<string, { readonly meta: RecordingMeta; readonly times: number }>();
  #browser: readonly BrowserEntry[] = [];
  #refreshing: Promise<void> | undefined;
  #again = false;
  #reading = false;
  /** When the sessions of this browser were last held to the retention (milliseconds). */
  #kept = 0;

  constructor() {
    workspace.link.onRecordings = ({ recordings, gone, library }) => {
      this.#list(recordings);
      for (const id of gone) this.#disk.delete(id);
      this.#meet(library);
      this.#merge();
    };
  }

  get(id: string): LibraryEntry | undefined {
    return this.#disk.get(id) ?? this.#browser.find((entry) => entry.id === id);
  }

  /** True for an opened file, which leaves the browser with its tab unless it is kept. */
  isFile(entry: LibraryEntry): boolean {
    return this.#browser.some(({ id, file }) => file && id === entry.id);
  }

  /** Look again at both places; once however many ask meanwhile, and once more if they did. */
  refresh(): Promise<void> {
    if (this.#refreshing) this.#again = true;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
      if (this.#again) {
        this.#again = false;
        void this.refresh();
      }
    });
    return this.#refreshing;
  }

  /** Show a recording in a tab of its own. */
  async open(entry: LibraryEntry): Promise<SessionView | undefined> {
    const header = labelledHeader(entry.header, entry.meta);
    if (entry.home === 'relay') return workspace.openRecording(entry.id, header);
    try {
      const view = await workspace.openStored(entry.id);
      view?.relabel(header);
      return view;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /** Replace what the person says of a recording. */
  async describe(entry: LibraryEntry, meta: RecordingMeta): Promise<void> {
    // At once: what is said next goes on from here.
    if (entry.home === 'relay') {
      this.#disk.set(entry.id, { ...entry, meta });
      this.#untaken.set(entry.id, { meta, times: (this.#untaken.get(entry.id)?.times ?? 0) + 1 });
    } else this.#browser = this.#browser.map((each) => (each.id === entry.id ? { ...each, meta } : each));
    this.#merge();
    await this.#try(async () => {
      if (this.isFile(entry)) workspace.keep(entry.id, meta.kept === true);
      if (entry.home === 'browser') await describeStored(entry.id, meta);
      else
        await workspace.link
          .ask({ type: 'describe-recording', recording: entry.id, meta }, 'done')
          .finally(() => this.#taken(entry.id));
      const view = workspace.get(entry.id);
      view?.relabel(labelledHeader(entry.header, meta));
    });
  }

  /** The relay has taken, or refused, one thing that was said of a recording. */
  #taken(id: string): void {
    const said = this.#untaken.get(id);
    if (said && said.times > 1) this.#untaken.set(id, { ...said, times: said.times - 1 });
    else this.#untaken.delete(id);
  }

  /** Take entries as the relay lists them, but for what was said since. */
  #list(entries: readonly LibraryEntry[]): void {
    for (const entry of entries) {
      const said = this.#untaken.get(entry.id);
      this.#disk.set(entry.id, said ? { ...entry, meta: said.meta } : entry);
    }
  }

  /** Delete recordings; the notice that says so has them back. */
  async remove(entries: readonly LibraryEntry[]): Promise<void> {
    const t = words.now.library;
    const gone = new Set<string>();
    await this.#try(async () => {
      for (const { id, home, live } of entries) {
        if (home !== 'browser' || live) continue;
        await setDeleted(id, true);
        gone.add(id);
      }
      const ids = entries.filter(({ home }) => home === 'relay').map(({ id }) => id);
      if (ids.length > 0)
        for (const id of (await workspace.link.ask({ type: 'delete-recordings', ids }, 'done')).ids) gone.add(id);
    });
    for (const id of gone) this.#disk.delete(id);
    this.#browser = this.#browser.filter(({ id }) => !gone.has(id));
    this.#merge();
    const went = entries.filter(({ id }) => gone.has(id));
    if (went.length > 0)
      notices.add(t.removed(went.length), 'plain', { title: t.undo, run: () => void this.restore(went) });
    const stayed = entries.filter(({ id, live }) => live && !gone.has(id)).length;
    if (stayed > 0) notices.add(t.notRemoved(stayed), 'error');
    await this.refresh();
  }

  /** Have deleted recordings back. */
  async restore(entries: readonly LibraryEntry[]): Promise<void> {
    const t = words.now.library;
    await this.#try(async () => {
      const here = entries.filter(({ home }) => home === 'browser');
      for (const { id } of here) await setDeleted(id, false);
      const ids = entries.filter(({ home }) => home === 'relay').map(({ id }) => id);
      const back = ids.length > 0 ? (await workspace.link.ask({ type: 'restore-recordings', ids }, 'done')).ids : [];
      const count = here.length + back.length;
      notices.add(count > 0 ? t.restored(count) : t.gone, count > 0 ? 'plain' : 'error');
    });
    await this.refresh();
  }

  async keepFor(retention: Retention): Promise<void> {
    if (this.state) await this.#try(() => workspace.link.ask({ type: 'retention', retention }, 'done'));
    this.#keepTo(retention);
    this.#kept = 0;
    await this.refresh();
  }

  async emptyTrash(): Promise<void> {
    await emptyDeleted(this.deleted);
    if (this.state) await this.#try(() => workspace.link.ask({ type: 'empty-trash' }, 'done'));
    await this.refresh();
  }

  async #refresh(): Promise<void> {
    const here = browserState().then(
      ({ entries, deleted }) => {
        this.#browser = entries;
        this.deleted = deleted;
      },
      // A browser that keeps nothing has nothing to list; that it does not store was said where it should have.
      () => undefined,
    );
    const disk =
      workspace.link.status === 'open'
        ? workspace.link.ask({ type: 'recordings' }, 'recordings').then(
            ({ recordings, library }) => {
              this.#disk.clear();
              this.#list(recordings);
              this.#meet(library);
            },
            () => undefined,
          )
        : undefined;
    await Promise.all([here, disk]);
    this.#merge();
    this.ready = true;
    void this.#read().then(() => this.#sweep());
  }

  /** Read what is over in this browser and was not read yet, one after the other: what comes meanwhile, too. */
  async #read(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    // What can't be read is not tried again until the next look.
    const tried = new Set<string>();
    for (;;) {
      const unread = this.#browser.filter(({ id, facts, live }) => !facts && !live && !tried.has(id));
      if (unread.length === 0) break;
      for (const { id } of unread) {
        tried.add(id);
        // A file that is still read is over once it was read.
        await workspace.get(id)?.read;
        await readStored(id).catch(() => undefined);
      }
      await this.#refresh();
    }
    this.#reading = false;
  }

  /** Move what is beyond the retention to the trash, once a day and when it changes. What is open or live stays. */
  async #sweep(): Promise<void> {
    if (Date.now() - this.#kept < DAY) return;
    this.#kept = Date.now();
    // Opened files leave with their tabs, and are no recordings of this browser's sessions.
    const own = this.#browser.filter(({ file }) => !file);
    const retained = own.map(({ id, header, bytes, live, meta }) => ({
      id,
      startedAt: header.startedAt,
      bytes,
      fixed: live || meta.kept === true || workspace.get(id) !== undefined,
    }));
    const beyond = new Set(beyondRetention(retained, this.retention, Date.now()));
    const going = own.filter(({ id }) => beyond.has(id));
    if (going.length === 0) return;
    await this.#try(async () => {
      for (const { id } of going) await setDeleted(id, true);
    });
    const bytes = going.reduce((sum, each) => sum + each.bytes, 0);
    const { swept } = words.now.library.retention;
    notices.add(swept(going.length, size(bytes), new Date().toLocaleString(settings.language)));
    await this.refresh();
  }

  #keepTo(retention: Retention): void {
    if (JSON.stringify(retention) === JSON.stringify(this.retention)) return;
    this.retention = retention;
    localStorage.setItem(RETENTION, JSON.stringify(retention));
  }

  /** What the retention has done is said once in this browser. */
  #meet(state: LibraryState): void {
    this.state = state;
    this.#keepTo(state.retention);
    const { swept } = state;
    if (!swept || localStorage.getItem(SWEPT) === swept.at) return;
    localStorage.setItem(SWEPT, swept.at);
    const when = new Date(swept.at).toLocaleString(settings.language);
    notices.add(words.now.library.retention.swept(swept.count, size(swept.bytes), when));
  }

  #merge(): void {
    this.entries = [...this.#browser, ...this.#disk.values()].sort((a, b) =>
      a.header.startedAt < b.header.startedAt ? 1 : a.header.startedAt > b.header.startedAt ? -1 : 0,
    );
  }

  async #try(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    // What was shown already may not be so.
    void this.refresh();
    const t = words.now.library;
    const detail = error instanceof Error ? error.message : String(error);
    notices.add(t.failed(detail === 'relay-lost' ? t.relayLost : detail), 'error');
  }
}

function storedRetention(): Retention {
  try {
    return readRetention(JSON.parse(localStorage.getItem(RETENTION) ?? '{}')) ?? KEEP_FOR_EVER;
  } catch {
    return KEEP_FOR_EVER;
  }
}

export const library = new Library();
