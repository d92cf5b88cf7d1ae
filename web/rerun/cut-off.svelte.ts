/** A run that goes on in this tab, kept beyond a reload: what drove it is gone then, and the person is told so. */
import { parsedJson } from '#shared/jsonrpc';
import type { RerunProgress } from '#shared/rerun';
import { tabStorage } from '../base/safe-storage.ts';

export interface CutOff {
  readonly session: string;
  /** Title of the recording, and its id where it may be open still. */
  readonly title: string;
  readonly before: string;
  /** Index of the step that it was at, of how many. */
  readonly at: number;
  readonly of: number;
}

const KEY = 'lifeline.rerun';

function read(): readonly CutOff[] {
  const kept = parsedJson(tabStorage.get(KEY) ?? '');
  return Array.isArray(kept) ? (kept as CutOff[]) : [];
}

class CutOffs {
  /** Those that the page found when it began: nothing drives them any more. */
  found: readonly CutOff[] = $state.raw(read());
  #running: readonly CutOff[] = [];

  of(session: string): CutOff | undefined {
    return this.found.find((each) => each.session === session);
  }

  keepProgress(run: Omit<CutOff, 'at' | 'of'>, { at, of }: Pick<RerunProgress, 'at' | 'of'>): void {
    this.#running = [...this.#running.filter(({ session }) => session !== run.session), { ...run, at, of }];
    this.#keep();
  }

  forget(session: string): void {
    this.#running = this.#running.filter((each) => each.session !== session);
    this.found = this.found.filter((each) => each.session !== session);
    this.#keep();
  }

  #keep(): void {
    // A browser that keeps nothing loses the run with the page.
    tabStorage.set(KEY, JSON.stringify([...this.found, ...this.#running]));
  }
}

export const cutOffs = new CutOffs();
