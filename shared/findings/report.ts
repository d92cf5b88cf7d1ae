/** Findings with the facts of their rules and their sentences, as reports have them. */
import type { Recorded } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import type { FindingFacts, FindingsJudge } from '#shared/library';
import { ruleById } from './rules/index.ts';
import { apart } from './consequences.ts';
import type { Finding } from './finding.ts';
import { bySeverity, levelOf, sectionUrl, severityOf, weightOf } from './rule.ts';
import type { Level, Rule, Severity, Side } from './rule.ts';
import { fixOf, sentenceOf } from './sentence.ts';
import type { FindingsWords } from './words/types.ts';
import type { Judged } from './judged.ts';
import { findingsFold } from './fold.ts';
import type { FindingsState, Known } from './findings-state.ts';
import { timesBroken } from './as-of.ts';

export interface ReportedFinding {
  readonly finding: Finding;
  readonly rule: Rule;
  readonly level: Level;
  readonly severity: Severity;
  readonly text: string;
  readonly consequences: readonly ReportedFinding[];
}

/** What reports say of findings of their own, in their order, each with what follows from it; those of rules that are not known are left out. */
export function reportedFindings(findings: readonly Finding[], words: FindingsWords): ReportedFinding[] {
  const { own, following } = apart(findings);
  const tell = (finding: Finding): ReportedFinding[] => {
    const rule = ruleById(finding.rule);
    if (!rule) return [];
    const { revision } = finding;
    const facts = { level: levelOf(rule, revision), severity: severityOf(rule, revision) };
    const consequences = following(finding).flatMap(tell);
    return [{ finding, rule, ...facts, text: sentenceOf(words, finding), consequences }];
  };
  return own.flatMap(tell);
}

/** A group for each rule and side, the worst first; what its first finding says of level and severity holds for all of it. */
export function groupsOf(
  reported: readonly ReportedFinding[],
): readonly (readonly [ReportedFinding, ...ReportedFinding[]])[] {
  const groups = new Map<string, [ReportedFinding, ...ReportedFinding[]]>();
  for (const each of reported) {
    const key = `${each.rule.id} ${each.finding.side}`;
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()].sort(([a], [b]) => bySeverity(a, b));
}

export interface SaidOnce {
  readonly told: ReportedFinding;
  /** Of how many places of the event it is said. */
  readonly places: number;
  readonly consequences: readonly ReportedFinding[];
}

/** Findings of one rule, in their order; what is said of several places of one event, once. */
export function saidOnce(reported: readonly ReportedFinding[]): SaidOnce[] {
  const same = new Map<string, [ReportedFinding, ...ReportedFinding[]]>();
  for (const each of reported) {
    const key = `${each.finding.at} ${each.finding.side} ${each.text}`;
    const others = same.get(key);
    if (others) others.push(each);
    else same.set(key, [each]);
  }
  return [...same.values()].map((all) => ({
    told: all[0],
    places: all.length,
    consequences: all.flatMap(({ consequences }) => consequences),
  }));
}

export function countsOf(reported: readonly ReportedFinding[]): { [severity in Severity]: number } {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of reported) counts[severity]++;
  return counts;
}

/** A broken rule with what broke it. Texts may hold code between backticks. */
export interface BrokenRule {
  readonly rule: string;
  readonly title: string;
  readonly level: Level;
  readonly severity: Severity;
  readonly side: Side;
  readonly findings: readonly {
    readonly at: number;
    readonly text: string;
    /** Of how many places of the event it is said. */
    readonly places: number;
    /** What follows from it: `event 9: … (rule)`. */
    readonly consequences: readonly string[];
  }[];
  readonly why: string;
  /** How the side that broke it mends it. */
  readonly fix: string;
  /** Address of its section in the specification. */
  readonly section: string;
}

export interface FindingsReport {
  /** `2 errors, 1 warning`. */
  readonly verdict: string;
  /** How many rules were looked at, broken, and not judged. */
  readonly checked: string;
  readonly broken: readonly BrokenRule[];
  readonly labels: Pick<FindingsWords['report'], 'severity' | 'side' | 'why' | 'fix' | 'at'>;
}

export function findingsReport(judged: Omit<Judged, 'log'>, words: FindingsWords): FindingsReport {
  const reported = reportedFindings(judged.findings, words);
  const broken = groupsOf(reported).map((group): BrokenRule => {
    const [{ rule, level, severity, finding }] = group;
    const { id } = rule;
    const { title = id, why = '' } = words.rules[id] ?? {};
    return {
      ...{ rule: id, title, level, severity, side: finding.side, why },
      findings: saidOnce(group).map(({ told, places, consequences }) => ({
        ...{ at: told.finding.at, text: told.text, places },
        consequences: consequences.map((each) => words.report.follows(each.finding.at, each.rule.id, each.text)),
      })),
      fix: fixOf(words, id, finding.side),
      section: sectionUrl(rule, finding.revision, finding.found),
    };
  });
  const { report } = words;
  return {
    verdict: broken.length === 0 ? report.nothing : report.counts(countsOf(reported)),
    checked: report.checked(judged.checked, judged.broken, judged.unchecked.length),
    broken,
    labels: report,
  };
}

/** Judges by all rules that say what must or should be, and tells what it finds in these languages: `BrokenRule` of `shared/compare`. */
export function comparedFindings(words: { readonly [language: string]: FindingsWords }) {
  const judge = ({ recorded: { header }, log }: { readonly recorded: Recorded; readonly log: SessionLog }) => {
    const keys = new Set<string>();
    return log.follow(findingsFold(header)).found.flatMap((finding) => {
      const rule = ruleById(finding.rule);
      // Neither advice nor what follows from another finding is a change that anybody would want to hear of.
      if (!rule || finding.consequenceOf || weightOf(rule, finding.revision) === 'advice') return [];
      const { of, place, ...name } = findingName(finding, log);
      const key = JSON.stringify([name.rule, name.side, of, place]);
      if (keys.has(key)) return [];
      keys.add(key);
      const { revision, at } = finding;
      const said = Object.entries(words).map(([language, each]) => [language, sentenceOf(each, finding)] as const);
      return [
        {
          ...{ key, ...name, of: of.join(' '), place, s: at, revision, bound: rule.transport !== undefined },
          level: levelOf(rule, revision),
          weight: weightOf(rule, revision),
          said: Object.fromEntries(said),
        },
      ];
    });
  };
  return Object.assign(judge, { fold: findingsFold });
}

export interface FindingName extends Pick<Finding, 'rule' | 'side'> {
  /** What it is about: the method, or the kind of an event that has none; then the tool, prompt or URI. */
  readonly of: readonly string[];
  /** Its pointer, with `*` for each index. */
  readonly place: string;
}

/** What makes a finding of this log the same one in another run: neither numbers of events, nor values, nor places in lists. */
export function findingName({ rule, side, at, pointer = '' }: Finding, log: SessionLog): FindingName {
  const note = log.notes.get(at);
  const of = [note?.method ?? note?.kind ?? '', log.operationOf(at)?.name ?? ''].filter((each) => each !== '');
  return { rule, side, of, place: pointer.replace(/\/\d+(?=\/|$)/g, '/*') };
}

const MAX_RULE_COUNT = 30;

/** Judges a recording by what must and should be, without advice; what is broken is counted by severity, the rules are the worst ones first. */
export function findingsJudge(header: Parameters<typeof findingsFold>[0]): FindingsJudge<FindingsState> {
  return { fold: findingsFold(header), facts: findingFacts };
}

/** What libraries keep of findings. */
export function findingFacts(known: Pick<Known, 'found' | 'tallies'>): FindingFacts {
  const counts = { error: 0, warning: 0, info: 0 };
  const broken = new Map<string, Severity>();
  for (const { rule, revision, times } of timesBroken(known)) {
    if (weightOf(rule, revision) === 'advice') continue;
    const severity = severityOf(rule, revision);
    counts[severity] += times;
    broken.set(rule.id, severity);
  }
  const rules = [...broken].map(([id, severity]) => ({ id, severity })).sort(bySeverity);
  return {
    ...counts,
    rules: rules.slice(0, MAX_RULE_COUNT).map(({ id }) => id),
    moreRules: Math.max(0, rules.length - MAX_RULE_COUNT),
  };
}
