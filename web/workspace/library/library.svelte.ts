/** Every recording there is: those on the disk of the relay's machine and those in this browser, in one list. */
import { errorText } from '#shared/base';
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
import { idAtRelay } from '../../session/direct/at-relay.ts';
import { changeSession, notStored, removeSession } from '../../session/direct/store.ts';
import { keepState, keptState } from '../../base/kept-state.ts';
import { notices } from '../../base/notices.svelte.ts';
import type { SessionView } from '../../session/session-view.svelte.ts';
import { settings } from '../../base/settings.svelte.ts';
import { values } from '../../base/values.svelte.ts';
import { workspace } from '../workspace.svelte.ts';
import { browserState, readStored, setDeleted, type BrowserEntry } from './browser-library.ts';

const DAY = 86_400_000;

class Library {
  /** Newest first. */
  entries: readonly LibraryEntry[] = $state.raw([]);
  /** What the relay says of its folder; undefined without a relay. */
  state: LibraryState | undefined = $state.raw();
  /** How long recordings are kept: those on the disk by the relay, those in this browser by this page. */
  readonly retention: Retention = $derived(
    this.state?.retention ?? readRetention(keptState('retention')) ?? KEEP_FOR_EVER,
  );
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

  async open(entry: LibraryEntry): Promise<SessionView | undefined> {
    const header = labelledHeader(entry.header, entry.meta);
    try {
      if (entry.home === 'relay') return await workspace.openRecording(entry.id, header);
      const view = await workspace.openStored(entry.id);
      if (view) view.header = header;
      return view;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  async describe(entry: LibraryEntry, meta: RecordingMeta): Promise<void> {
    // At once: what is said next goes on from here.
    if (entry.home === 'relay') {
      this.#disk.set(entry.id, { ...entry, meta });
      this.#untaken.set(entry.id, { meta, times: (this.#untaken.get(entry.id)?.times ?? 0) + 1 });
    } else this.#browser = this.#browser.map((each) => (each.id === entry.id ? { ...each, meta } : each));
    this.#merge();
    await this.#try(async () => {
      if (this.isFile(entry)) await this.#keepFile(entry, meta.kept === true);
      if (entry.home === 'browser') await changeSession(entry.id, (session) => ({ ...session, meta }));
      const atRelay = this.#atRelay(entry);
      if (atRelay)
        await workspace.link
          .ask({ type: 'describe-recording', recording: atRelay, meta }, 'done')
          .finally(() => this.#taken(entry.id));
      const open = workspace.get(entry.id);
      if (open) open.header = labelledHeader(entry.header, meta);
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
      const still = entries.filter(({ home, live }) => home === 'relay' || !live);
      const ids = still.flatMap((entry) => this.#atRelay(entry) ?? []);
      const atRelay = new Set(
        ids.length > 0 ? (await workspace.link.ask({ type: 'delete-recordings', ids }, 'done')).ids : [],
      );
      for (const entry of still) {
        // What is in the relay's trash comes back from there.
        const trashed = atRelay.has(this.#atRelay(entry) ?? '');
        if (entry.home === 'browser') await (trashed ? removeSession(entry.id) : setDeleted(entry.id, true));
        if (entry.home === 'browser' || trashed) gone.add(entry.id);
      }
      for (const id of atRelay) this.#disk.delete(id);
    });
    this.#browser = this.#browser.filter(({ id }) => !gone.has(id));
    this.#merge();
    const went = entries.filter(({ id }) => gone.has(id));
    if (went.length > 0)
      notices.add(t.removed(went.length), 'plain', { title: t.undo, run: () => void this.restore(went) });
    const stayed = entries.filter(({ id, live }) => live && !gone.has(id)).length;
    if (stayed > 0) notices.add(t.notRemoved(stayed), 'error');
    await this.refresh();
  }

  async restore(entries: readonly LibraryEntry[]): Promise<void> {
    const t = words.now.library;
    await this.#try(async () => {
      const here = entries.filter(({ id, home }) => home === 'browser' && this.deleted.includes(id));
      for (const { id } of here) await setDeleted(id, false);
      const others = entries.filter((entry) => !here.includes(entry));
      const ids = others.map(({ id, home }) => (home === 'relay' ? id : idAtRelay(id)));
      const back = ids.length > 0 ? (await workspace.link.ask({ type: 'restore-recordings', ids }, 'done')).ids : [];
      const count = here.length + back.length;
      notices.add(count > 0 ? t.restored(count) : t.gone, count > 0 ? 'plain' : 'error');
    });
    await this.refresh();
  }

  async keepFor(retention: Retention): Promise<void> {
    if (this.state) await this.#try(() => workspace.link.ask({ type: 'retention', retention }, 'done'));
    else keepState({ retention });
    this.#kept = 0;
    await this.refresh();
  }

  async emptyTrash(): Promise<void> {
    for (const id of this.deleted) await removeSession(id).catch(notStored);
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
    // What is on its way back may go on.
    if (workspace.restoring) {
      await workspace.restored;
      await this.#refresh();
    }
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
    this.#noticeSwept(going.length, bytes, new Date());
    await this.refresh();
  }

  /** What the retention has done is said once. */
  #meet(state: LibraryState): void {
    this.state = state;
    if (!state.swept) return;
    const { at, count, bytes } = state.swept;
    void values.ready.then(() => {
      if (keptState('swept') === at) return;
      keepState({ swept: at });
      this.#noticeSwept(count, bytes, new Date(at));
    });
  }

  #noticeSwept(count: number, bytes: number, at: Date): void {
    notices.add(words.now.library.retention.swept(count, size(bytes), at.toLocaleString(settings.language)));
  }

  /** The id of what the relay has of a recording; undefined when it has nothing. */
  #atRelay({ id, home }: LibraryEntry): string | undefined {
    if (home === 'relay') return id;
    return this.#disk.has(idAtRelay(id)) ? idAtRelay(id) : undefined;
  }

  /** An opened file that is kept is kept by the relay too, where there is one: the browser's storage ends with the launch. */
  async #keepFile(entry: LibraryEntry, kept: boolean): Promise<void> {
    workspace.keep(entry.id, kept);
    const atRelay = this.#atRelay(entry);
    if (!kept && atRelay) await workspace.link.ask({ type: 'delete-recordings', ids: [atRelay] }, 'done');
    const { keeper } = workspace;
    if (!kept || atRelay || !keeper) return;
    await (await import('../views.ts')).keepAtRelay(keeper, entry);
  }

  /** What both have is shown once, as what this browser has. */
  #merge(): void {
    const here = new Set(this.#browser.map(({ id }) => idAtRelay(id)));
    const disk = [...this.#disk.values()].filter(({ id }) => !here.has(id));
    this.entries = [...this.#browser, ...disk].sort((a, b) =>
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
    const detail = errorText(error);
    notices.add(t.failed(detail === 'relay-lost' ? t.relayLost : detail), 'error');
  }
}

export const library = new Library();
