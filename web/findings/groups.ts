/** The findings of a session as the panel lists them: a group for each rule and side, worst first. */
import {
  bySeverity,
  keptRules,
  levelOf,
  severityOf,
  weightOf,
  type Finding,
  type Known,
  type Level,
  type Rule,
  type Severity,
  type Side,
} from '#shared/findings';
import { addTo } from '#shared/base';
import { isObject, parsedJson, unescapeName } from '#shared/jsonrpc';
import { visibleText } from '#shared/plain-text';

export interface RuleGroup {
  /** `rule side`. */
  readonly key: string;
  readonly rule: Rule;
  readonly side: Side;
  readonly level: Level;
  readonly severity: Severity;
  readonly findings: readonly Finding[];
}

export interface Wanted {
  /** Only what must be. */
  readonly must: boolean;
  readonly side: Side | undefined;
  /** Part of an id, a title or a sentence, in lower case. */
  readonly text: string;
}

/** Group findings; `ruleOf` knows the rules, `says` gives what of a finding can be searched. */
export function groupsOf(
  found: readonly Finding[],
  wanted: Wanted,
  ruleOf: (id: string) => Rule | undefined,
  says: (finding: Finding) => string,
): readonly RuleGroup[] {
  const groups = new Map<string, { readonly rule: Rule; readonly side: Side; readonly findings: Finding[] }>();
  for (const finding of found) {
    const rule = ruleOf(finding.rule);
    if (!rule || !passes(finding, rule, wanted)) continue;
    if (wanted.text !== '' && !says(finding).toLowerCase().includes(wanted.text)) continue;
    const key = `${rule.id} ${finding.side}`;
    const group = groups.get(key);
    if (group) group.findings.push(finding);
    else groups.set(key, { rule, side: finding.side, findings: [finding] });
  }
  return [...groups]
    .map(([key, group]): RuleGroup => {
      const revision = group.findings[0]?.revision ?? '';
      return { key, ...group, level: levelOf(group.rule, revision), severity: severityOf(group.rule, revision) };
    })
    .sort((a, b) => bySeverity(a, b) || b.findings.length - a.findings.length);
}

export interface RuleCounts {
  /** Rules that passed or were broken. */
  readonly checked: number;
  readonly broken: number;
  readonly passed: number;
}

/** How many of the wanted rules were broken, which the groups tell, and how many passed up to event `s`; `asks`: whether a rule counts in a revision. */
export function ruleCounts(
  groups: readonly RuleGroup[],
  known: Known,
  s: number | undefined,
  wanted: Wanted,
  asks: (rule: Rule, revision: string) => boolean,
  titleOf: (rule: string) => string,
): RuleCounts {
  const counts = (rule: Rule, revision: string): boolean =>
    asks(rule, revision) && (!wanted.must || weightOf(rule, revision) === 'must');
  const names = ({ id }: Rule): boolean => `${id} ${titleOf(id)}`.toLowerCase().includes(wanted.text);
  const broken = new Set(groups.map(({ rule }) => rule.id)).size;
  const passed = keptRules(known, counts, { side: wanted.side, s }).filter(names).length;
  return { checked: broken + passed, broken, passed };
}

function passes({ revision, side }: Finding, rule: Rule, { must, side: only }: Wanted): boolean {
  return (only === undefined || side === only) && (!must || weightOf(rule, revision) === 'must');
}

/** Those of which several of the same rule are at one event: their sentences may be the same, their places are not. */
export function crowded(findings: readonly Finding[]): ReadonlySet<Finding> {
  const together = new Map<string, Finding[]>();
  for (const each of findings) addTo(together, `${each.rule} ${each.at}`, each);
  return new Set([...together.values()].filter(({ length }) => length > 1).flat());
}

/** The message that was read last: rows beside each other are about the same. */
let last: { readonly text: string; readonly value: unknown } | undefined;

/** Where in its message a finding is: the name of the tool, prompt or resource there, and the pointer. Undefined for what is in no place. */
export function placeIn(text: string, { pointer, item }: Finding): string | undefined {
  if (pointer === undefined) return undefined;
  const whole = item === undefined ? pointer : `/${item}${pointer}`;
  if (last?.text !== text) last = { text, value: parsedJson(text) };
  let at = last.value;
  for (const written of whole.split('/').slice(1)) {
    const isListed = Array.isArray(at);
    at =
      isObject(at) || Array.isArray(at)
        ? (at as { readonly [name: string]: unknown })[unescapeName(written)]
        : undefined;
    const name = isListed && isObject(at) ? [at['name'], at['uri'], at['uriTemplate']].find(isText) : undefined;
    if (name !== undefined) return `${visibleText(name)} ${whole}`;
  }
  return whole === '' ? undefined : visibleText(whole);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
