/** What a session breaks, as its worker tells it; the facts of rules come as a script of their own. */
import type { Finding, Known, Rule, Severity } from '#shared/findings';
import type { FindingsWords } from '#shared/findings/words';
import type { FoundAt } from '#shared/timeline';
import { nextUpdate } from '../base/frame.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { notices } from '../base/notices.svelte.ts';
import { afterEvents } from './after-events.ts';
import { FindingIndex } from './finding-index.ts';
import { Judging } from './judging.ts';
import { mutedRules } from './muted-rules.ts';
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';

type Rules = typeof import('./rule-facts.ts');

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
  readonly #judging: Judging;
  /** Bumped when more is known. */
  #version = $state(0);
  #judged = $state(false);
  readonly #index = new FindingIndex();
  readonly muted: ReadonlySet<string> = $derived.by(() => new Set(mutedRules.of(this.#view.header)));

  /** How many were told by `news`, and what was wanted then. */
  #told = 0;
  #wanted = '';

  constructor(view: SessionView) {
    this.#view = view;
    view.found = this.#found;
    view.lined = (s) => {
      const places = this.#index.of(s);
      return places.length > 0 && places.some((place) => this.#isOwn(this.#judging.known.found[place]));
    };
    this.#judging = new Judging(view.log, view.header, () => nextUpdate(this.#tell));
    this.#begin();
  }

  /** True once the whole log is judged, as long as it was then. Reactive. */
  get judged(): boolean {
    return this.#judged;
  }
  /** What is known of the rules so far, whatever is shown; a new object each time, for `$derived`. Reactive. */
  get known(): Known {
    void this.#version;
    return { ...this.#judging.known };
  }
  /** Every finding as of what is shown, in the order in which they were found. Reactive. */
  get all(): readonly Finding[] {
    const { found } = this.known;
    return this.asOf === undefined ? found : found.flatMap((finding) => this.#asShown(finding) ?? []);
  }
  /** How many of the findings that are shown there are, and how serious they are; `advice` counts what can be shown beside. Reactive. */
  readonly counts: { readonly [what in Severity | 'all' | 'advice']: number } = $derived.by(() => {
    const counts = { error: 0, warning: 0, info: 0, all: 0, advice: 0 };
    const part = this.rules;
    if (!part) return counts;
    for (const { rule, revision, times } of part.timesBroken(this.known, this.asOf)) {
      if (!this.#tells(rule)) continue;
      if (!rule.heuristic && part.weightOf(rule, revision) === 'advice') counts.advice += times;
      if (!this.#shows(part, rule, revision)) continue;
      counts[part.severityOf(rule, revision)] += times;
      counts.all += times;
    }
    return counts;
  });
  /** How much of the log is judged, from 0 to 1: a little less than 1 while events come. Reactive. */
  get progress(): number {
    void [this.#version, this.#view.version];
    return this.#judging.judged / Math.max(1, this.#view.log.length);
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
  /** What this text would break if the client sent it after the events that are judged. Rejects when nothing can be judged. */
  ifSent(text: string): Promise<readonly Finding[]> {
    return this.#judging.brokenIfSent(text);
  }
  /** What is known once everything in the log is judged. Rejects when nothing can be judged. */
  async whole(): Promise<Known> {
    await this.#judging.catchUp();
    return this.#judging.known;
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
  #isOwn(finding: Finding | undefined): boolean {
    return finding !== undefined && !finding.consequenceOf && this.wants(finding);
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
  /** Events at which something was found since the last call, or all with findings when other rules are shown since then; none until rules are known. Reactive. */
  news(): readonly number[] {
    if (!this.rules) return [];
    const { found } = this.#indexed();
    const wanted = this.shownKinds;
    const fresh = found.slice(this.#told).map(({ at }) => at);
    const same = wanted === this.#wanted;
    [this.#told, this.#wanted] = [found.length, wanted];
    return same ? fresh : this.#index.events.slice();
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
    const { found } = this.known;
    this.#index.add(found);
    return { index: this.#index, found };
  }
  /** The last event that is shown; undefined for all. Reactive. */
  get asOf(): number | undefined {
    return this.#view.playback.head;
  }
  #asShown(finding: Finding | undefined): Finding | undefined {
    const s = this.asOf;
    return s === undefined || !finding ? finding : this.rules?.findingAsOf(finding, s);
  }

  readonly #tell = (): void => void this.#version++;

  #begin(): void {
    const [view, judging] = [this.#view, this.#judging];
    /** It was told, or there is nobody to tell. */
    let lost = false;
    const lose = (): void => {
      unfollow();
      if (!lost) notices.add(words.now.common.notFetched, 'error');
      lost = true;
    };
    const unfollow = afterEvents(view, () => void judging.catchUp().catch(lose), true);
    view.onEnd(() => {
      lost = true;
      unfollow();
      judging.end();
    });
    import('./rule-facts.ts').then((rules) => (this.rules = rules), lose);
    view.read.then(() => judging.catchUp()).then(() => (this.#judged = true), lose);
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
