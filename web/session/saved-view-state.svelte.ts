/** What a person looks at and has typed in a session, kept in the tab for a reload, each part under a name. */
import { parsedObject } from '#shared/jsonrpc';
import { tabStorage } from '../base/safe-storage.ts';
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';

const KEY = 'lifeline-look ';
/** Milliseconds of rest before it is written; longest text that is. */
const WRITE_DELAY_MS = 200;
const MAX_CHARS = 512 * 1024;

type Parts = { readonly [name: string]: unknown };

class SavedViewState {
  readonly #key: string;
  readonly #before: Parts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #now: readonly (readonly [name: string, value: unknown])[] = [];
  #parts: ReadonlyMap<string, () => unknown> = $state.raw(new Map());

  constructor(id: string) {
    this.#key = KEY + id;
    this.#before = parsedObject(tabStorage.get(this.#key) ?? '') ?? {};
  }

  /** What was kept under this name before the page was loaded, as JSON gives it back; from now on `now` says what is to be kept. */
  part(name: string, now: () => unknown): Parts {
    // Told while what keeps it is made, which may be while something is derived.
    queueMicrotask(() => (this.#parts = new Map([...this.#parts, [name, now]])));
    const before = this.#before[name];
    return typeof before === 'object' && before !== null ? (before as Parts) : {};
  }

  /** Take note of what there is now, which is written a moment later. Call in an effect. */
  note(): void {
    this.#now = [...this.#parts].map(([name, now]) => [name, now()] as const);
    this.#timer ??= setTimeout(this.write, WRITE_DELAY_MS);
  }

  readonly write = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = JSON.stringify({ ...this.#before, ...Object.fromEntries(this.#now) });
    if (text.length <= MAX_CHARS) tabStorage.set(this.#key, text);
  };

  forget(): void {
    clearTimeout(this.#timer);
    tabStorage.set(this.#key, undefined);
  }
}

export const savedViewState = slot((view: SessionView) => new SavedViewState(view.id));
