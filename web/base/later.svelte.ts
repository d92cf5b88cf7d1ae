/** Parts of the page that the first screen does without: their script comes when it is wanted, or before that when the page is idle. */
import { withWords, words } from './i18n/index.svelte.ts';
import { notices } from './notices.svelte.ts';
import { whenIdle } from './when-idle.ts';

export class Later<Part> {
  readonly #load: () => Promise<{ readonly default: Part }>;
  /** The component; undefined until it has come. It stays. Reactive. */
  now: Part | undefined = $state.raw();

  /** With `ahead` it comes once the page is idle: what is typed at once after the key that opens it must find it. */
  constructor(load: () => Promise<{ readonly default: Part }>, { ahead = false } = {}) {
    this.#load = load;
    // What cannot be had then is asked for again when it is wanted.
    if (ahead) whenIdle(() => void this.#fetch().catch(() => undefined));
  }

  /** Have it come. Gives false when it cannot be had, which the person is told. */
  async want(): Promise<boolean> {
    try {
      await this.#fetch();
      return true;
    } catch {
      notices.add(words.now.common.notFetched, 'error');
      return false;
    }
  }

  async #fetch(): Promise<void> {
    this.now ??= (await withWords(this.#load())).default;
  }
}
