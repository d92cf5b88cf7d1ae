/** What is known of a rule beside the code that judges it. The sentences about it are in `words/`. */
import { SPEC_REVISIONS } from '#shared/mcp';

/** How the specification says it (RFC 2119); `MAY-info`: it breaks nothing, but trips people up. */
export type Level = 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY-info';
/** How much it matters in practice, whatever the specification calls it: the most serious first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];
export type Side = 'client' | 'server';
export type RuleTransport = 'stdio' | 'streamable-http' | 'sse';

/** As a catalogue has it; `any` where it holds on every transport, although its category is about one. */
type GivenFacts = Omit<RuleFacts, 'transport'> & { readonly transport?: RuleTransport | 'any' };

export interface RuleFacts {
  readonly level: Level;
  /** Where some revisions say it otherwise. */
  readonly levels?: { readonly [revision: string]: Level };
  readonly severity: Severity;
  /** Whom it binds; of a rule for both, the sender of the message broke it. */
  readonly side: Side | 'both';
  /** First and last revision that have it; a revision between them that has not is in `except`. */
  readonly since: string;
  readonly until?: string;
  readonly except?: string;
  /** The only transport on which it holds. */
  readonly transport?: RuleTransport;
  /** It rests on a header of an answer that browsers do not show a page, so that its absence says nothing there. */
  readonly hidden?: true;
  /** It can only be guessed: advice at most, and judged only on request. */
  readonly heuristic?: true;
  /** Not a core rule: informational, or rarely seen. */
  readonly extra?: true;
  /** No sentence of the specification says it; it follows from others. */
  readonly inferred?: true;
  /** Page and heading in the specification (`server/tools#tool-names`; with a slash from the site's root), from a revision on. */
  readonly sections: readonly (readonly [since: string, section: string])[];
}

export interface Rule extends RuleFacts {
  readonly id: string;
  readonly category: string;
  /** Place in tables that have an entry for each rule. */
  readonly index: number;
  /** A bit for each revision that has it, the oldest is 1. */
  readonly revisions: number;
}

const SITE = 'https://modelcontextprotocol.io';
let count = 0;

/** Revisions by a letter: the tables of rules name spans of them. */
const BY_LETTER = { A: '2024-11-05', B: '2025-03-26', C: '2025-06-18', D: '2025-11-25', E: '2026-07-28' } as const;
export type RevisionLetter = keyof typeof BY_LETTER;
const FLAGS = ['hidden', 'heuristic', 'extra', 'inferred'] as const;
interface More {
  /** Where it is another than that of its category. */
  readonly transport?: RuleTransport | 'any';
  /** The one revision of the span that has not got it. */
  readonly except?: RevisionLetter;
  readonly levels?: { readonly [letter in RevisionLetter]?: Level };
}
type Describe = (
  side: RuleFacts['side'],
  span: RevisionLetter | `${RevisionLetter}-${RevisionLetter}`,
  section: string | { readonly [since in RevisionLetter]?: string },
  ...more: readonly (Severity | (typeof FLAGS)[number] | More)[]
) => GivenFacts;

const AUTH = 'basic/authorization';
/** Sections that a later revision has elsewhere: one, or all that begin so. The first that fits holds. */
const MOVED: readonly (readonly [since: RevisionLetter, from: string, to: string])[] = [
  ['B', 'basic/messages', 'basic/index#messages'],
  ['B', 'basic/messages#', 'basic/index#'],
  ['D', 'client/elicitation#request-schema', 'client/elicitation#requested-schema'],
  ['E', 'basic/transports#stdio', 'basic/transports/stdio'],
  ['E', 'basic/transports#streamable-http', 'basic/transports/streamable-http'],
  [
    ...(['E', 'basic/transports#sending-messages-to-the-server'] as const),
    'basic/transports/streamable-http#sending-messages',
  ],
  ['E', 'basic/transports#security-warning', 'basic/transports/streamable-http#security--endpoint'],
  ['E', 'basic/utilities/progress#', 'basic/patterns/progress#'],
  ['E', 'basic/utilities/cancellation#', 'basic/patterns/cancellation#'],
  ...['protected-resource-', 'authorization-server-'].map(
    (part) => ['E', `${AUTH}#${part}`, `${AUTH}/authorization-server-discovery#${part}`] as const,
  ),
  ...['communication-security', 'authorization-code-protection', 'open-redirection'].map(
    (part) => ['E', `${AUTH}#${part}`, `${AUTH}/security-considerations#${part}`] as const,
  ),
  ['E', `${AUTH}#implementation-requirements`, `${AUTH}/client-registration#implementation-requirements`],
  ['E', `${AUTH}#`, `${AUTH}/index#`],
];

/** Those given, and where the last of them is since a later revision of the span. */
function withMoved(given: RuleFacts['sections'], since: string, until: string): RuleFacts['sections'] {
  const [from, section] = given.at(-1) ?? ['', ''];
  for (const [letter, before, after] of MOVED) {
    const revision = BY_LETTER[letter];
    const fits = /[#-]$/.test(before) ? section.startsWith(before) : section === before;
    if (fits && revision > from && revision > since && revision <= until)
      return [...given, [revision, after + section.slice(before.length)]];
  }
  return given;
}

const byRevision = <Value>(letters: { readonly [letter in RevisionLetter]?: Value }): (readonly [string, Value])[] =>
  Object.entries<Value>(letters).map(([letter, each]) => [BY_LETTER[letter as RevisionLetter], each]);

const described =
  (level: Level, severity: Severity): Describe =>
  (side, span, section, ...more) => {
    const [since = 'A', until = since] = span.split('-') as RevisionLetter[];
    const { except, levels, transport } = more.find((each) => typeof each === 'object') ?? {};
    const sections = byRevision(typeof section === 'string' ? { [since]: section } : section);
    return {
      level,
      severity: SEVERITIES.find((each) => more.includes(each)) ?? severity,
      side,
      since: BY_LETTER[since],
      ...(until === 'E' ? {} : { until: BY_LETTER[until] }),
      ...(except ? { except: BY_LETTER[except] } : {}),
      ...(levels ? { levels: Object.fromEntries(byRevision(levels)) } : {}),
      ...(transport ? { transport } : {}),
      ...Object.fromEntries(FLAGS.filter((flag) => more.includes(flag)).map((flag) => [flag, true])),
      sections: withMoved(sections, BY_LETTER[since], BY_LETTER[until]),
    };
  };

/** What must be from 2025-06-18 on, and only should be before. */
export const SHOULD_AT_FIRST: More = { levels: { A: 'SHOULD', B: 'SHOULD' } };

/** Facts of a rule: whom it binds, the span of revisions (letters, `A` is 2024-11-05), its section, what else is known of it. */
export const must = described('MUST', 'error');
export const mustNot = described('MUST NOT', 'error');
export const should = described('SHOULD', 'warning');
export const shouldNot = described('SHOULD NOT', 'warning');
export const info = described('MAY-info', 'info');

export const ruleCount = (): number => count;

const BITS: ReadonlyMap<string, number> = new Map(SPEC_REVISIONS.map((revision, index) => [revision, 1 << index]));

/** The bit of a revision in `Rule.revisions`; 0 for one that has no published specification. */
export const revisionBit = (revision: string): number => BITS.get(revision) ?? 0;

/** Describe the rules of a category, by id; `usual` is the transport that most of them are about. */
export function describeRules<Id extends string>(
  category: string,
  usual: RuleTransport | 'any',
  facts: { readonly [id in Id]: GivenFacts },
): { readonly [id in Id]: Rule } {
  const entries = Object.entries<GivenFacts>(facts).map(([id, { transport = usual, ...each }]) => {
    const has = (revision: string): boolean =>
      revision >= each.since && (each.until === undefined || revision <= each.until) && revision !== each.except;
    const revisions = SPEC_REVISIONS.reduce((bits, one) => bits | (has(one) ? revisionBit(one) : 0), 0);
    const on = transport === 'any' ? {} : { transport };
    return [id, { ...each, ...on, id, category, index: count++, revisions }] as const;
  });
  return Object.fromEntries(entries) as { readonly [id in Id]: Rule };
}

export const levelOf = ({ level, levels }: RuleFacts, revision: string): Level => levels?.[revision] ?? level;

/** What a level asks for: `--fail-on` and filters know these three, the heaviest first. */
export const WEIGHTS = ['must', 'should', 'advice'] as const;
export type Weight = (typeof WEIGHTS)[number];

/** True for a weight that counts where `least` is the least that does. */
export const isAtLeast = (weight: Weight, least: Weight): boolean => WEIGHTS.indexOf(weight) <= WEIGHTS.indexOf(least);

/** For sorting: what is more serious first. */
export const bySeverity = (a: { readonly severity: Severity }, b: { readonly severity: Severity }): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);

/** The weight of a rule in a revision: a heuristic one is advice, however the specification says it. */
export function weightOf(rule: RuleFacts, revision: string): Weight {
  if (rule.heuristic) return 'advice';
  const level = levelOf(rule, revision);
  return level === 'MAY-info' ? 'advice' : level.startsWith('MUST') ? 'must' : 'should';
}

/** How serious it is to break a rule in a revision: a guess is never more than information, and what only should be never an error. */
export function severityOf(rule: RuleFacts, revision: string): Severity {
  if (rule.heuristic) return 'info';
  return rule.severity === 'error' && levelOf(rule, revision).startsWith('SHOULD') ? 'warning' : rule.severity;
}

/** The revisions that have a rule, oldest first. */
export function revisionsOf({ revisions }: Rule): readonly string[] {
  return SPEC_REVISIONS.filter((each) => (revisions & revisionBit(each)) !== 0);
}

/** Pages of what servers declare, by the name of the capability. */
const PAGES: { readonly [capability: string]: string } = {
  completions: 'utilities/completion',
  logging: 'utilities/logging',
};

/**
 * Address of the section that says a rule, in a revision that has it (otherwise in the newest that does); `found` has the capability that a
 * finding is about, where the section is that of its own page (`server/{1}`).
 */
export function sectionUrl(rule: Rule, revision: string, [, capability = 'tools']: readonly string[] = []): string {
  const own = revisionsOf(rule);
  const at = own.includes(revision) ? revision : (own.at(-1) ?? revision);
  const [name = ''] = capability.split('.');
  const section = rule.sections.findLast(([since]) => since <= at)?.[1] ?? '';
  const found = section.replace('{1}', PAGES[name] ?? name);
  return found.startsWith('/')
    ? `${SITE}${found}`
    : `${SITE}/specification/${at}/${found.replace(/\/index(?=#|$)/, '')}`;
}
