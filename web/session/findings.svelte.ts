/** What a session breaks: the fold of the rules comes as a script of its own, reads the log bit by bit and goes on. */
import type { Finding, FindingsState, Rule, Severity } from '#shared/findings';
import type { FindingsWords } from '#shared/findings/words';
import type { Fold } from '#shared/session';
import type { FoundAt } from '#shared/timeline';
import { nextUpdate } from '../base/frame.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { notices } from '../base/notices.svelte.ts';
import { inBackground } from '../base/yield-to-page.ts';
import { FindingIndex } from './finding-index.ts';
import { mutedRules } from './muted-rules.ts';
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';

const EVENTS_A_STEP = 100;
const NONE: readonly Finding[] = [];

type Rules = typeof import('#shared/findings');

/** What of an event, or of events in one row, is to be seen at a glance. */
export interface FindingMark {
  readonly severity: Severity;
  readonly count: number;
  readonly finding: Finding;
}

class SessionFindings {
  readonly #view: SessionView;
  /** What breaks nothing and trips people up, too. */
  advice = $state(false);
  guesses = $state(false);
  /** The facts of rules; undefined until their script has come. Reactive. */
  rules: Rules | undefined = $state.raw();
  #fold: Fold<FindingsState> | undefined = $state.raw();
  #read = $state(0);
  readonly #index = new FindingIndex();
  readonly muted: ReadonlySet<string> = $derived.by(() => new Set(mutedRules.of(this.#view.header)));

  /** How many were told by `news`, and what was wanted then. */
  #told = 0;
  #wanted = '';

  constructor(view: SessionView) {
    this.#view = view;
    view.found = this.#found;
    void this.#begin();
  }

  /** True once the log is judged. Reactive. */
  get judged(): boolean {
    return this.#fold !== undefined;
  }
  /** What is known of the rules as of what is shown; undefined until the log is judged. Costs a fold where that is not its end. Reactive. */
  get state(): Readonly<FindingsState> | undefined {
    return this.#fold && this.#view.asOf(this.#fold);
  }
  /** Every finding as of what is shown, in the order in which they were found. Reactive. */
  get all(): readonly Finding[] {
    const found = this.#state?.found ?? NONE;
    return this.#asOf === undefined ? found : found.flatMap((finding) => this.#asShown(finding) ?? []);
  }
  /** How many of the findings that are shown there are, and how serious they are; `advice` counts what can be shown beside. Reactive. */
  readonly counts: { readonly [what in Severity | 'all' | 'advice']: number } = $derived.by(() => {
    const counts = { error: 0, warning: 0, info: 0, all: 0, advice: 0 };
    const part = this.rules;
    const state = this.#state;
    if (!part || !state) return counts;
    for (const { rule, revision, times } of part.timesBroken(state, this.#asOf)) {
      if (!this.#tells(rule)) continue;
      if (!rule.heuristic && part.weightOf(rule, revision) === 'advice') counts.advice += times;
      if (!this.#shows(part, rule, revision)) continue;
      counts[part.severityOf(rule, revision)] += times;
      counts.all += times;
    }
    return counts;
  });
  /** How much of the log is judged, from 0 to 1. Reactive. */
  get progress(): number {
    return this.#fold ? 1 : this.#read;
  }

  /** Changes when other findings are shown than before. Reactive. */
  get shownKinds(): string {
    return [this.advice, this.guesses, ...this.muted].join(' ');
  }
  /** Whether a finding is shown: its rule is not muted, and neither advice nor a guess unless these are asked for. Reactive. */
  wants(finding: Finding): boolean {
    const known = this.ruleOf(finding.rule);
    const part = this.rules;
    return (
      known !== undefined && part !== undefined && this.tells(finding) && this.#shows(part, known, finding.revision)
    );
  }
  /** Whether what breaks a rule in a revision is shown: what is counted beside the findings is counted of these. Reactive. */
  asks(rule: Rule, revision: string): boolean {
    return this.rules !== undefined && this.#shows(this.rules, rule, revision);
  }
  /** Whether it is to be told of at all: advice, too, while it is not shown; not what follows from what is muted. Reactive. */
  tells({ rule, consequenceOf }: Pick<Finding, 'rule' | 'consequenceOf'>): boolean {
    const known = this.ruleOf(rule);
    return known !== undefined && this.#tells(known) && (!consequenceOf || this.tells(consequenceOf));
  }
  #tells({ id, heuristic }: Rule): boolean {
    return !this.muted.has(id) && (this.guesses || !heuristic);
  }
  #shows(part: Rules, rule: Rule, revision: string): boolean {
    return this.#tells(rule) && (this.advice || rule.heuristic === true || part.weightOf(rule, revision) !== 'advice');
  }
  /** What this text would break if the client sent it now; nothing until the log is judged. */
  ifSent(text: string): readonly Finding[] {
    return (this.#fold && this.rules?.brokenIfSent(this.#view.log, this.#fold, text)) ?? NONE;
  }
  ruleOf(id: string): Rule | undefined {
    return this.rules?.ruleById(id);
  }
  severityOf({ rule, revision }: Finding): Severity {
    const known = this.ruleOf(rule);
    return known && this.rules ? this.rules.severityOf(known, revision) : 'info';
  }
  /** The lower, the more serious. */
  rank(finding: Finding): number {
    return this.rules?.SEVERITIES.indexOf(this.severityOf(finding)) ?? 0;
  }

  /** What event `s` was found to break, as of what is shown; guesses and muted rules too. Reactive. */
  allAt(s: number): readonly Finding[] {
    const { index, found } = this.#indexed();
    return index.of(s).flatMap((place) => this.#asShown(found[place]) ?? []);
  }
  /** Those of an event that are shown, worst first, then what follows from another finding. Reactive. */
  at(s: number): readonly Finding[] {
    const all = this.allAt(s).filter((each) => this.wants(each));
    const last = ({ consequenceOf }: Finding): number => Number(consequenceOf !== undefined);
    return all.length < 2 ? all : all.sort((a, b) => last(a) - last(b) || this.rank(a) - this.rank(b));
  }
  /** The same without what follows from another finding. Reactive. */
  ownAt(s: number): readonly Finding[] {
    return this.at(s).filter(({ consequenceOf }) => !consequenceOf);
  }
  /** Events with findings among some that are given in ascending order, or among all, also those that are not shown yet. Reactive. */
  events(among?: readonly number[]): readonly number[] {
    const { index } = this.#indexed();
    return among ? index.among(among) : index.events;
  }
  markOf(events: readonly number[]): FindingMark | undefined {
    let count = 0;
    let worst: Finding | undefined;
    for (const s of events) {
      const here = this.ownAt(s);
      count += here.length;
      const [first] = here;
      if (first && (!worst || this.rank(first) < this.rank(worst))) worst = first;
    }
    return worst && { severity: this.severityOf(worst), count, finding: worst };
  }

  get brokenRules(): readonly string[] {
    return [
      ...new Set(this.all.filter((each) => !each.consequenceOf && this.wants(each)).map(({ rule }) => rule)),
    ].sort();
  }
  /** Events at which something was found since the last call, or `all` when other rules are shown since then. Reactive. */
  news(): readonly number[] | 'all' {
    const { found } = this.#indexed();
    const wanted = this.shownKinds;
    const fresh = found.slice(this.#told).map(({ at }) => at);
    const same = wanted === this.#wanted;
    [this.#told, this.#wanted] = [found.length, wanted];
    return same ? fresh : 'all';
  }
  /** For a filter, which asks for advice by its name: everything that was found at an event so far. */
  readonly #found = (s: number): readonly FoundAt[] => {
    const { index, found } = this.#indexed();
    return index.of(s).flatMap((place) => {
      const finding = found[place];
      const rule = finding && this.ruleOf(finding.rule);
      if (!finding || !rule || !this.rules || finding.consequenceOf || !this.tells(finding)) return [];
      return [{ rule: rule.id, side: finding.side, weight: this.rules.weightOf(rule, finding.revision) }];
    });
  };
  #indexed(): { readonly index: FindingIndex; readonly found: readonly Finding[] } {
    const found = this.#state?.found ?? NONE;
    this.#index.add(found);
    return { index: this.#index, found };
  }
  /** What is known at the log's end, whatever is shown. Reactive. */
  get #state(): Readonly<FindingsState> | undefined {
    void this.#view.version;
    return this.#fold && this.#view.log.follow(this.#fold);
  }
  /** The last event that is shown; undefined for all. Reactive. */
  get #asOf(): number | undefined {
    return this.#view.playback.head;
  }
  #asShown(finding: Finding | undefined): Finding | undefined {
    const s = this.#asOf;
    return s === undefined || !finding ? finding : this.rules?.findingAsOf(finding, s);
  }

  async #begin(): Promise<void> {
    try {
      const part = await import('#shared/findings');
      this.rules = part;
      const fold = part.findingsFold(this.#view.header);
      const { log } = this.#view;
      const reading = log.followGradually(fold);
      this.#view.joining = reading;
      const tell = (): void => {
        this.#read = reading.read / Math.max(1, log.length);
      };
      await inBackground(() => {
        nextUpdate(tell);
        return !reading.advance(EVENTS_A_STEP);
      });
      this.#fold = fold;
    } catch {
      notices.add(words.now.common.notFetched, 'error');
    } finally {
      this.#view.joining = undefined;
    }
  }
}

export const findingsOf = slot((view) => {
  let made!: SessionFindings;
  // Its counts go on when the component that asks for them first is gone.
  $effect.root(() => void (made = new SessionFindings(view)));
  return made;
});

export async function findingsWords(code: 'en' | 'zh-CN'): Promise<FindingsWords> {
  return (await import('#shared/findings/words')).findingsWordsIn(code);
}
