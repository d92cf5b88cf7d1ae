/** Whose clients are looked at, and what came of it. It stays while another screen is looked at. */
import { errorText } from '#shared/base';
import { settings } from '../base/settings.svelte.ts';
import { startTask } from '../base/start-task.ts';
import type { WorkerLink } from '../base/worker-link.ts';
import { fileOf, isLive, type Chosen } from '../workspace/library/chosen.ts';
import { library } from '../workspace/library/library.svelte.ts';
import type { ShownProfiles } from './profile.task.ts';

type ProfileWorker = WorkerLink<typeof import('./profile.task.ts')>;

class Profiling {
  chosen: readonly Chosen[] = $state.raw([]);
  result: ShownProfiles | undefined = $state.raw();
  /** Recordings that could not be read, or only in part; `detail` is a code with words for it, or a sentence. */
  unread: readonly { readonly title: string; readonly detail: string }[] = $state.raw([]);
  working = $state(false);
  onlyDifferences = $state(false);
  explained = $state(false);
  #worker: ProfileWorker | undefined;
  /** Counts what was asked for, so that an answer to something older is dropped. */
  #asked = 0;

  get worker(): ProfileWorker {
    return (this.#worker ??= startTask('profile'));
  }
  get keys(): readonly string[] {
    return this.chosen.map((_, index) => String(index));
  }
  get live(): boolean {
    return this.chosen.some((each) => isLive(each) || library.get(each.id ?? '')?.live === true);
  }

  set(chosen: readonly Chosen[]): void {
    this.chosen = chosen;
    this.result = undefined;
    this.onlyDifferences = false;
    void this.again();
  }

  async again(): Promise<void> {
    const asked = ++this.#asked;
    const unread: { title: string; detail: string }[] = [];
    this.working = true;
    for (const [index, { title, ...chosen }] of this.chosen.entries()) {
      try {
        const file = await fileOf({ title, ...chosen });
        const { problem } = await this.worker.ask('read', String(index), title, file);
        if (problem !== undefined) unread.push({ title, detail: problem });
      } catch (error) {
        unread.push({ title, detail: errorText(error) });
      }
      if (asked !== this.#asked) return;
    }
    this.unread = unread;
    await this.say();
    if (asked === this.#asked) this.working = false;
  }

  async say(): Promise<void> {
    const asked = this.#asked;
    const shown = await this.worker.ask('shown', this.keys, settings.language);
    if (asked === this.#asked) this.result = shown;
  }

  /** The tables as a text to hand on, without secrets. */
  export(as: 'markdown' | 'json'): Promise<string> {
    return this.worker.ask('write', this.keys, as, settings.language);
  }
}

export const profiling = new Profiling();
