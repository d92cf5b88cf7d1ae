/** All rules over a whole recording: what was broken, what was looked at, what could not be judged. */
import { addTo } from '#shared/base';
import type { Recorded, WireEvent } from '#shared/recording';
import { SessionLog, type Fold } from '#shared/session';
import { RULES, ruleById } from './rules/index.ts';
import { keptRules } from './as-of.ts';
import { apart } from './consequences.ts';
import type { Finding, UnjudgedReason } from './finding.ts';
import { findingsFold } from './fold.ts';
import { weightOf, type Side, type Weight } from './rule.ts';
import type { FindingsState } from './findings-state.ts';

export const LEFT_OUT: { readonly [rule: string]: UnjudgedReason } = { 'list-varies-by-connection': 'one-connection' };

export interface JudgeOptions {
  /** Heuristic rules, too. */
  readonly all?: boolean;
  /** Only these rules; all when absent. */
  readonly only?: ReadonlySet<string>;
  readonly without?: ReadonlySet<string>;
  /** Folds that are asked of the log as well: followed at once, they cost no pass of their own. */
  readonly folds?: readonly Fold<object>[];
}

export interface Judged {
  readonly log: SessionLog;
  /** The last revision that was in force; absent when none was known. */
  readonly revision?: string;
  /** By events, ascending, also those that follow from others. Of one rule 1,000 at most. */
  readonly findings: readonly Finding[];
  /** Rules with a finding of their own, of any level. */
  readonly broken: number;
  /** Rules that something was held against and that nothing broke. */
  readonly kept: ReadonlySet<string>;
  /** Both together: of a rule that only what breaks another broke, nobody can tell. */
  readonly checked: number;
  /** Rules that could not be judged at least once, in the order of the catalogue. */
  readonly unchecked: readonly { readonly rule: string; readonly why: UnjudgedReason }[];
}

/** Judges a recording whose events are taken one after the other, such as while it is read. Never throws. */
export class RecordingJudge {
  readonly #log: SessionLog;
  readonly #state: Readonly<FindingsState>;

  constructor({ header, events }: Pick<Recorded, 'header' | 'events'>, folds: JudgeOptions['folds'] = []) {
    this.#log = new SessionLog(events);
    this.#state = this.#log.follow(findingsFold(header));
    for (const fold of folds) this.#log.follow(fold);
  }

  take(event: WireEvent): void {
    this.#log.append(event);
  }

  judged(options: JudgeOptions = {}): Judged {
    return { log: this.#log, ...judgedOf(this.#state, options) };
  }
}

/** Judge a recording. Never throws. */
export function judgeRecording(recorded: Recorded, options: JudgeOptions = {}): Judged {
  const judge = new RecordingJudge(recorded, options.folds);
  for (const event of recorded.events) judge.take(event);
  return judge.judged(options);
}

function judgedOf(
  { facts, ...known }: FindingsState,
  { all = false, only, without }: JudgeOptions,
): Omit<Judged, 'log'> {
  const wanted = new Set(
    RULES.filter(
      ({ id, heuristic }) => (all || !heuristic || only?.has(id)) && (!only || only.has(id)) && !without?.has(id),
    ),
  );
  const isWanted = (id: string): boolean => {
    const rule = ruleById(id);
    return rule !== undefined && wanted.has(rule);
  };
  // Who knows of a cause and ignores it ignores what follows from it.
  const findings = known.found
    .filter(({ rule, consequenceOf }) => isWanted(rule) && !(consequenceOf && without?.has(consequenceOf.rule)))
    .sort((a, b) => a.at - b.at);
  const broken = new Set(apart(findings).own.map(({ rule }) => rule));
  const kept = new Set(keptRules(known, (rule) => wanted.has(rule)).map(({ id }) => id));
  const unchecked = RULES.flatMap(({ id }) => {
    // A rule that can never be judged is listed only for those who ask for it by name.
    const why = isWanted(id) ? (known.unjudged.get(id)?.why ?? (only ? LEFT_OUT[id] : undefined)) : undefined;
    return why === undefined ? [] : [{ rule: id, why }];
  });
  return {
    ...(facts.revision === undefined ? {} : { revision: facts.revision }),
    findings,
    checked: broken.size + kept.size,
    broken: broken.size,
    kept,
    unchecked,
  };
}

interface FoundAt {
  readonly rule: string;
  readonly weight: Weight;
  readonly side: Side;
}

/** Judge a recording; the result gives what was found at an event, heuristic rules left out. Never throws. */
export function foundIn(recorded: Recorded): (s: number) => readonly FoundAt[] {
  const byEvent = new Map<number, FoundAt[]>();
  for (const { rule: id, revision, at, side } of apart(judgeRecording(recorded).findings).own) {
    const rule = ruleById(id);
    if (!rule) continue;
    addTo(byEvent, at, { rule: id, side, weight: weightOf(rule, revision) });
  }
  return (s) => byEvent.get(s) ?? [];
}
