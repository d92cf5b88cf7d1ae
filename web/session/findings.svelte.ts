/**
 * What a session breaks, for the page: the fold of the rules comes as a script of its own, reads what is in the log bit by bit, and follows
 * it from then on.
 */
import type { Finding, FindingsState } from '#shared/findings';
import type { FindingsWords } from '#shared/findings/words';
import type { Fold } from '#shared/session';
import { nextFrame } from '../base/frame.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { notices } from '../base/notices.svelte.ts';
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';

/** Events that are judged at once, and for how long in a frame (milliseconds). */
const AT_ONCE = 500;
const FOR = 8;
const NONE: readonly Finding[] = [];

const rules = (): Promise<typeof import('#shared/findings')> => import('#shared/findings');

export class SessionFindings {
  readonly #view: SessionView;
  #fold: Fold<FindingsState> | undefined = $state.raw();
  #read = $state(0);
  /** Indices in `found` by event, as far as they were taken in; `found` only grows. */
  readonly #byEvent = new Map<number, number[]>();
  #indexed = 0;

  constructor(view: SessionView) {
    this.#view = view;
    void this.#begin();
  }

  /** What was found as of what is shown; undefined until the log is read. Reactive. */
  get state(): Readonly<FindingsState> | undefined {
    return this.#fold && this.#view.asOf(this.#fold);
  }
  /** Every finding as of what is shown, in the order in which they were found. Reactive. */
  get all(): readonly Finding[] {
    return this.state?.found ?? NONE;
  }
  /** How much of the log is judged, from 0 to 1. Reactive. */
  get progress(): number {
    return this.#fold ? 1 : this.#read;
  }

  /** What event `s` was found to break, as of what is shown. Reactive. */
  at(s: number): readonly Finding[] {
    const { state } = this;
    if (!state || !this.#fold) return NONE;
    const { found } = this.#view.log.follow(this.#fold);
    for (; this.#indexed < found.length; this.#indexed++) {
      const at = found[this.#indexed]?.at ?? -1;
      const here = this.#byEvent.get(at);
      if (here) here.push(this.#indexed);
      else this.#byEvent.set(at, [this.#indexed]);
    }
    const shown = state.found.length;
    return (this.#byEvent.get(s) ?? []).flatMap((index) => (index < shown ? (found[index] ?? []) : []));
  }

  async #begin(): Promise<void> {
    try {
      const { findingsFold } = await rules();
      const fold = findingsFold(this.#view.header);
      const { log } = this.#view;
      const reading = log.followGradually(fold);
      const go = (): void => {
        const began = performance.now();
        let done = reading.advance(AT_ONCE);
        while (!done && performance.now() - began < FOR) done = reading.advance(AT_ONCE);
        if (done) this.#fold = fold;
        else {
          this.#read = reading.read / Math.max(1, log.length);
          nextFrame(go);
        }
      };
      go();
    } catch {
      notices.add(words.now.common.notFetched, 'error');
    }
  }
}

/** The findings of a session. */
export const findingsOf = slot((view) => new SessionFindings(view));

/** The sentences about rules in a language, as a script of its own. */
export async function findingsWords(code: 'en' | 'zh-CN'): Promise<FindingsWords> {
  return (await import('#shared/findings/words')).findingsWordsIn(code);
}
