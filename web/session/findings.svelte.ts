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

type Rules = typeof import('#shared/findings');
const rules = (): Promise<Rules> => import('#shared/findings');

class SessionFindings {
  readonly #view: SessionView;
  #rules: Rules | undefined = $state.raw();
  #fold: Fold<FindingsState> | undefined = $state.raw();
  #read = $state(0);
  /** Indices in `found` by event, as far as they were taken in; `found` only grows. */
  readonly #byEvent = new Map<number, number[]>();
  #indexed = 0;

  constructor(view: SessionView) {
    this.#view = view;
    void this.#begin();
  }

  /** The facts of rules; undefined until their script has come. Reactive. */
  get rules(): Rules | undefined {
    return this.#rules;
  }
  /** What was found as of what is shown; undefined until the log is read. Reactive. */
  get state(): Readonly<FindingsState> | undefined {
    return this.#fold && this.#view.asOf(this.#fold);
  }
  /** Every finding as of what is shown, in the order in which they were found. Reactive. */
  get all(): readonly Finding[] {
    return this.state?.found ?? NONE;
  }
  /** How many findings there are that are no guesses, and how serious they are. Reactive. */
  get counts(): { readonly error: number; readonly warning: number; readonly info: number; readonly all: number } {
    const counts = { error: 0, warning: 0, info: 0, all: 0 };
    const part = this.#rules;
    const { state } = this;
    if (!part || !state) return counts;
    for (const [revision, { broken }] of state.tallies)
      for (const rule of part.RULES) {
        const times = (broken.client[rule.index] ?? 0) + (broken.server[rule.index] ?? 0);
        if (times === 0 || rule.heuristic) continue;
        counts[part.severityOf(rule, revision)] += times;
        counts.all += times;
      }
    return counts;
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
      const part = await rules();
      this.#rules = part;
      const fold = part.findingsFold(this.#view.header);
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
