/** What the person does on the library's screen, kept while another screen is looked at; and the way there and back. */
import type { LibraryEntry } from '#shared/library';
import { dateText, words } from '../base/i18n/index.svelte.ts';
import { settings } from '../base/settings.svelte.ts';
import { withItem } from '../base/with-item.ts';
import type { Command } from '../base/commands.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { workspace } from '../workspace/workspace.svelte.ts';
import { library } from '../workspace/library/library.svelte.ts';
import { searchEntries, type Query } from '../workspace/library/list.ts';
import { sortEntries, type Say, type Sort } from './columns.ts';

class LibraryScreen {
  query: Query = $state.raw({ text: '', tag: '' });
  sort: Sort = $state.raw({ key: 'started', descending: true });
  current: string | undefined = $state();
  picked: ReadonlySet<string> = $state.raw(new Set());
  readonly #found: readonly LibraryEntry[] = $derived(
    sortEntries(searchEntries(library.entries, this.query), this.sort),
  );
  #before: SessionView | undefined;

  /** What the list shows, in order. */
  get found(): readonly LibraryEntry[] {
    return this.#found;
  }
  get entry(): LibraryEntry | undefined {
    return library.entries.find(({ id }) => id === this.current);
  }
  /** The selected recordings that are still there; without a selection, the one whose details are shown. */
  get chosen(): readonly LibraryEntry[] {
    const picked = library.entries.filter(({ id }) => this.picked.has(id));
    if (picked.length > 0) return picked;
    return this.entry ? [this.entry] : [];
  }

  /** Select or leave out. */
  pick(id: string, on = !this.picked.has(id)): void {
    this.picked = withItem(this.picked, id, on);
  }
  pickAll(): void {
    const all = this.found.every(({ id }) => this.picked.has(id));
    this.picked = all ? new Set() : new Set(this.found.map(({ id }) => id));
  }

  show(): void {
    this.#before = workspace.active ?? this.#before;
    workspace.show(undefined, 'library');
  }
  /** Back to the session that was looked at before, or to the connect screen. */
  leave(): void {
    const { views } = workspace;
    workspace.show(this.#before && views.includes(this.#before) ? this.#before : views.at(-1));
  }

  async remove(): Promise<void> {
    const going = this.chosen;
    if (going.length === 0) return;
    const at = this.found.findIndex(({ id }) => id === this.current);
    this.picked = new Set();
    await library.remove(going);
    if (!this.entry) this.current = this.found[Math.min(at, this.found.length - 1)]?.id;
  }
}

/** What the texts of columns are made with, dates in this style. Reactive. */
export function sayIn(style: 'short' | 'medium'): Say {
  const { language } = settings;
  const format = new Intl.DateTimeFormat(language, { dateStyle: style, timeStyle: style });
  const date = (iso: string): string => dateText(iso, format);
  return { words: words.now, language, date, isFile: (entry) => library.isFile(entry) };
}

export const libraryScreen = new LibraryScreen();

export function libraryCommands(): Command[] {
  return [
    {
      id: 'library',
      title: () => words.now.library.open,
      keys: ['l'],
      when: () => workspace.screen !== 'library' || workspace.active !== undefined,
      run: () => libraryScreen.show(),
    },
  ];
}
